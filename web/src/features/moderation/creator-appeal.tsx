import { useState } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { useViewer } from '../session/use-viewer.ts'
import { AppealForm } from './appeal-form.tsx'
import { takenDownTexts as texts } from './moderation-texts.ts'

/** Appeals against the end of one's creator rights: a button that becomes the form. */
export function CreatorAppeal() {
  const [isOpen, setOpen] = useState(false)
  const viewer = useViewer()
  if (viewer === null) return null
  return isOpen ? (
    <AppealForm kind="creator" id={viewer.id} onDone={() => setOpen(false)} />
  ) : (
    <Button variant="primary" onClick={() => setOpen(true)}>
      {texts.appeal}
    </Button>
  )
}
