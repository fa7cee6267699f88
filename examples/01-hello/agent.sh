# The smallest agent: it reads its prompt, does its work in the current folder and writes its result where Reeve asked.
set -eu
mkdir -p out
cat > "out/$REEVE_TASK_ID.txt"
printf '{"status":"done","task_id":"%s","files_created":["out/%s.txt"]}\n' "$REEVE_TASK_ID" "$REEVE_TASK_ID" > "$REEVE_RESULT"
