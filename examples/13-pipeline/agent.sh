# Stands in for a writer: puts the finished draft of its task into the session and says what it learned.
session=.reeve/sessions/booking
case $REEVE_TASK_ID in
  DRAFT-001) draft=product-brief.md ;;
  DRAFT-002) draft=requirements.md ;;
  DRAFT-003) draft=architecture.md ;;
  *) draft=epics.md ;;
esac
cp "drafts/$draft" "$session/artifacts/$draft"
echo "- $REEVE_TASK_ID: guests are called guests, never users" >> "$session/wisdom/conventions.md"
echo '{ "status": "done", "nothing_to_do": "the document is in the session" }'
