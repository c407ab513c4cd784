import { useMutation } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { MAX_ALT_LENGTH } from '@plinth/contract/limits.ts'
import { updateMedia } from '@plinth/contract/media/media.ts'
import type { ShownFile } from '@plinth/contract/portfolios/studies.ts'
import { call } from '../../../../../lib/api/api.ts'
import { TextArea } from '../../../../../ui/form/text-input.tsx'
import { settingsTexts as texts } from '../editor-texts.ts'
import { useOpenStudio } from '../studio.ts'

const SAVE_AFTER_MS = 800

/**
 * The alternative text of a file. It belongs to the file, so it is saved by itself: when typing pauses, when the field
 * loses focus and when it disappears.
 */
export function AltField({ mediaId, file }: { mediaId: string; file: ShownFile }) {
  const { state } = useOpenStudio()
  const id = useId()
  const [text, setText] = useState(file.picture.alt)
  const [saved, setSaved] = useState(file.picture.alt)
  const save = useMutation({
    // One at a time, or an older text could arrive last.
    scope: { id: `alt ${mediaId}` },
    mutationFn: (alt: string) => call(updateMedia, { params: { id: mediaId }, body: { alt } }),
    onSuccess: (_, alt) => setSaved(alt),
  })
  const isChanged = text.trim() !== saved
  const hasFailed = isChanged && save.isError && save.variables === text.trim()
  const send = () => {
    const alt = text.trim()
    if (isChanged && !(save.isPending && save.variables === alt)) save.mutate(alt)
  }
  const sendLatest = useEffectEvent(send)
  useEffect(() => {
    if (text.trim() === saved) return undefined
    const timer = setTimeout(() => sendLatest(), SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text, saved])
  useEffect(() => () => sendLatest(), [])
  const isMissing = text.trim() === ''
  return (
    <>
      <TextArea
        id={id}
        rows={3}
        className="mt-2"
        aria-label={texts.alt}
        aria-describedby={`${id}-note`}
        placeholder={texts.altHint}
        maxLength={MAX_ALT_LENGTH}
        value={text}
        onBlur={send}
        onChange={({ target }) => {
          setText(target.value)
          state.setAlt(mediaId, target.value.trim())
        }}
      />
      <p
        id={`${id}-note`}
        className="editor-alt-note text-13"
        data-missing={isMissing || undefined}
      >
        {hasFailed ? (
          <button type="button" className="text-link" onClick={send}>
            {texts.altFailed}
          </button>
        ) : isMissing ? (
          <>
            <TriangleAlert size={16} aria-hidden />
            {texts.altMissing}
          </>
        ) : save.isPending ? (
          texts.altSaving
        ) : save.isSuccess && !isChanged ? (
          texts.altSaved
        ) : null}
      </p>
    </>
  )
}
