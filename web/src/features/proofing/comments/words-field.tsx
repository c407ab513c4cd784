import { clsx } from 'clsx'
import {
  useEffect,
  useImperativeHandle,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { MAX_PROOF_TEXT } from '@plinth/contract/limits.ts'
import { boxed } from '../../../ui/form/text-input.tsx'

interface WordsFieldProps {
  label: string
  value: string
  onValueChange: (value: string) => void
  /** Enter sends; with Shift it begins a line. */
  onSend: () => void
  onLeave?: (() => void) | undefined
  /** Shown before the words, inside the box: a time code. */
  lead?: ReactNode
  /** Takes the focus as soon as it is there, because it was opened to write in. */
  takesFocus?: boolean
  ref?: Ref<{ focus: () => void }> | undefined
}

/** A field that grows with its words. */
export function WordsField({
  label,
  value,
  onValueChange,
  onSend,
  onLeave,
  lead,
  takesFocus = false,
  ref,
}: WordsFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => ({ focus: () => area.current?.focus() }), [])
  useEffect(() => {
    if (takesFocus) area.current?.focus()
  }, [takesFocus])
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      onSend()
    } else if (event.key === 'Escape' && onLeave !== undefined) {
      event.stopPropagation()
      onLeave()
    }
  }
  return (
    <div className={clsx(boxed, 'proof-words')}>
      {lead === undefined ? null : <span className="proof-words-lead tnum">{lead}</span>}
      <textarea
        ref={area}
        rows={1}
        aria-label={label}
        placeholder={label}
        maxLength={MAX_PROOF_TEXT}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={press}
      />
    </div>
  )
}
