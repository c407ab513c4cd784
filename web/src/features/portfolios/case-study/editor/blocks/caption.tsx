import { MAX_CAPTION_LENGTH } from '@plinth/contract/limits.ts'
import { blockTexts as texts } from '../editor-texts.ts'

interface PlainFieldProps {
  /** What it is for; only its hint is shown. */
  label: string
  hint: string
  value: string
  most?: number
  className?: string
  onChange: (value: string) => void
}

/** A field that looks like what is written in it. It grows with it. */
export const PlainField = ({
  label,
  hint,
  value,
  most = MAX_CAPTION_LENGTH,
  className = '',
  onChange,
}: PlainFieldProps) => (
  <textarea
    rows={1}
    aria-label={label}
    placeholder={hint}
    maxLength={most}
    value={value}
    className={`editor-field ${className}`}
    onChange={({ target }) => onChange(target.value)}
  />
)

interface CaptionProps {
  value: string
  place: number
  all: number
  onChange: (value: string) => void
}

/** The words under a file. */
export const Caption = ({ value, place, all, onChange }: CaptionProps) => (
  <PlainField
    label={texts.caption(place, all)}
    hint={texts.captionHint}
    value={value}
    className="editor-caption"
    onChange={(typed) => onChange(typed.replaceAll('\n', ' '))}
  />
)
