# Stands in for an agent that verifies: fails the page once, is not sure about the mail once, passes the rest.
brief=$(tail -n 2)
case $brief in
  *'"item":"menu-2"'*) echo '{ "verdict": "FAIL", "reason": "the page shows no prices" }' ;;
  *'"item":"menu-3"'*) echo '{ "verdict": "REVISE", "reason": "it cannot be told whether the mail is sent" }' ;;
  *) echo '{ "verdict": "PASS" }' ;;
esac
