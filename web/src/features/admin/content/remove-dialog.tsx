import { useState } from 'react'
import { ConfirmDialog, whenClosed } from '../../../ui/overlay/dialog.tsx'
import type { ContentItem } from './content-rules.ts'
import { removeTexts } from './content-texts.ts'
import { useRemoval } from './use-moderation.ts'

/** Asks before something is deleted for good. */
export function RemoveDialog({
  item,
  onClose,
  onGone,
}: {
  item: ContentItem | null
  onClose: () => void
  onGone: (item: ContentItem) => void
}) {
  // Keeps its text while it closes.
  const [last, setLast] = useState(item)
  if (item !== null && item !== last) setLast(item)
  return last === null ? null : (
    <Question item={last} open={item !== null} onClose={onClose} onGone={() => onGone(last)} />
  )
}

function Question({
  item,
  open,
  onClose,
  onGone,
}: {
  item: ContentItem
  open: boolean
  onClose: () => void
  onGone: () => void
}) {
  const remove = useRemoval(item, { onGone, onClose })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={whenClosed(onClose)}
      title={removeTexts.title(item.title)}
      description={removeTexts.says(item.comments)}
      keep={removeTexts.keep[item.kind]}
      confirm={removeTexts.confirm[item.kind]}
      busy={remove.isSending && removeTexts.busy}
      onConfirm={() => remove.send(null)}
    />
  )
}
