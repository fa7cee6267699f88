# Stands in for a coding agent: reads which task it is called for, writes its work log, answers in the form it was asked for.
file=$(sed -n 's/.*"task_file": "\(.*\)".*/\1/p')

case $file in
  *design-menu*)
    sed -i 's/^work_items: \[\]$/work_items:\n  - description: Price type\n    files: [price.txt]\n    core: true\n  - description: Menu page\n    files: [menu.txt]\n    dependencies: [0]/' "$file"
    ;;
  *review*) ;;
  *price-type*)
    echo "cents, never fractions" > price.txt
    if ! grep -q "Retry Event" "$file"; then
      echo "All done!"
      exit 0
    fi
    ;;
  *) cp price.txt menu.txt ;;
esac

printf '\n### [today] Worked\n\nStatus: ok\n' >> "$file"
echo '{ "status": "ok", "message": "worked" }'
