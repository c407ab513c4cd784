import { MAX_ALT_LENGTH } from '@plinth/contract/limits.ts'
import type { Media } from '@plinth/contract/media/media.ts'
import { count } from '../../lib/format/format.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextArea } from '../../ui/form/text-input.tsx'
import { texts } from './receipt-texts.ts'
import { useAltText } from './use-alt-text.ts'

/** A field for the file's alternative text, beside the picture. */
export function ReceiptAltField({
  media,
  onSaved,
}: {
  media: Media
  onSaved: (media: Media) => void
}) {
  const { text, setText, send, state } = useAltText(media, onSaved)
  return (
    <div className="relative">
      <Field label={texts.alt.label} hint={texts.alt.hintOf[media.kind] ?? texts.alt.hint}>
        {(aria) => (
          <TextArea
            {...aria}
            rows={3}
            maxLength={MAX_ALT_LENGTH}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onBlur={send}
          />
        )}
      </Field>
      <p className="text-14 absolute top-0 right-0 text-ink-3 tnum">
        {texts.alt.count(count(text.length), count(MAX_ALT_LENGTH))}
      </p>
      <p role="status" className="text-13 min-h-5 mt-1 leading-5 text-ink-2">
        {state === 'saving' ? texts.alt.saving : null}
        {state === 'saved' ? texts.alt.saved : null}
        {state === 'failed' ? (
          <span className="text-danger">
            {texts.alt.failed}{' '}
            <button type="button" className="text-link hit" onClick={send}>
              {texts.alt.again}
            </button>
          </span>
        ) : null}
      </p>
    </div>
  )
}
