import { useEffect, useRef, useState } from 'react'
import type { MadeProofLink } from '@plinth/contract/proofing/links.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import { DialogFooter } from '../../../ui/overlay/dialog.tsx'
import { texts } from './share-texts.ts'

async function copy(url: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(url)
    return true
  } catch {
    return false
  }
}

/** A link that was just made, and copied at once where the browser lets us. */
export function MadeLink({
  link: { url, name },
  onAnother,
  onClose,
}: {
  link: MadeProofLink
  onAnother: () => void
  onClose: () => void
}) {
  const [said, setSaid] = useState('')
  const heading = useRef<HTMLParagraphElement>(null)
  const tryCopy = async (sayFailed: boolean) => {
    const isCopied = await copy(url)
    setSaid(isCopied ? texts.copied : sayFailed ? texts.copyFailed : '')
  }
  useEffect(() => {
    // The button that was pressed is gone.
    heading.current?.focus()
    void copy(url).then((isCopied) => setSaid(isCopied ? texts.copied : ''))
  }, [url])
  return (
    <>
      <p ref={heading} tabIndex={-1} className="display text-32 text-ink outline-none">
        {texts.made}
      </p>
      <p className="text-14 text-ink-2">{texts.madeLine(name)}</p>
      <div className="share-made">
        <Field label={texts.link}>
          {(aria) => (
            <TextInput {...aria} readOnly value={url} onFocus={(event) => event.target.select()} />
          )}
        </Field>
        <Button size={44} onClick={() => void tryCopy(true)}>
          {texts.copy}
        </Button>
      </div>
      <p role="status" className="text-14 text-ink-2">
        {said}
      </p>
      <DialogFooter>
        <Button onClick={onAnother}>{texts.another}</Button>
        <Button variant="primary" onClick={onClose}>
          {texts.done}
        </Button>
      </DialogFooter>
    </>
  )
}
