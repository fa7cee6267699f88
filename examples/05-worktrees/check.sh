# Every page that the menu names must be there.
status=0
while read -r page; do
  [ -f "$page" ] || { echo "menu.txt names $page, which is missing"; status=1; }
done < menu.txt
exit $status
