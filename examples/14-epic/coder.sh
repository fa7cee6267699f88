# Stands in for a coding agent: writes one file for its task and commits it.
cat > /dev/null
echo "work of $REEVE_TASK_ID" > "$REEVE_TASK_ID.txt"
git add --all
git commit --quiet --message "Work on $REEVE_TASK_ID"
echo '{ "status": "done" }'
