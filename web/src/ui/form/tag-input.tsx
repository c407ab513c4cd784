import { X } from 'lucide-react'
import { clsx } from 'clsx'
import { useRef, useState, type KeyboardEvent } from 'react'
import { addTags, areFull, LONGEST_TYPED } from '../../lib/forms/tags.ts'
import { Field } from './field.tsx'
import { boxed } from './text-input.tsx'

interface TagWords {
  label: string
  full: string
  placeholder: string
  remove: (tag: string) => string
}

interface TagInputProps {
  words: TagWords
  tags: string[]
  error: string | undefined
  onChange: (tags: string[]) => void
}

/** An input for tags. Enter, a comma or leaving the field adds the typed tag; each can be removed again. */
export function TagInput({ words, tags, error, onChange }: TagInputProps) {
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const take = (typed: string) => {
    const next = addTags(tags, typed)
    if (next.length !== tags.length) onChange(next)
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      // Also when nothing is typed, so that an extra Enter doesn't submit the form.
      event.preventDefault()
      take(text)
    }
    if (event.key === 'Backspace' && text === '') onChange(tags.slice(0, -1))
  }
  const isFull = areFull(tags)
  return (
    <Field label={words.label} error={error} {...(isFull ? { hint: words.full } : {})}>
      {(control) => (
        <div
          className={clsx(
            boxed,
            'flex min-h-12 flex-wrap items-center gap-2 p-1.5 focus-within:has-[input:focus-visible]:outline-2 focus-within:has-[input:focus-visible]:outline-focus',
            error !== undefined && 'border-danger',
          )}
        >
          {tags.length === 0 ? null : (
            <ul aria-label={words.label} className="contents">
              {tags.map((tag) => (
                <li key={tag} className="max-w-full">
                  <button
                    type="button"
                    aria-label={words.remove(tag)}
                    onClick={() => {
                      onChange(tags.filter((other) => other !== tag))
                      input.current?.focus()
                    }}
                    className="hit inline-flex h-9 max-w-full items-center gap-1.5 rounded-control bg-surface-3 px-2.5 text-14 text-ink-2 hover:text-ink"
                  >
                    <span className="truncate">{tag}</span>
                    <X size={14} className="shrink-0" aria-hidden />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <input
            {...control}
            ref={input}
            value={text}
            // Not disabled, so that Backspace can still remove the last tag.
            readOnly={isFull}
            autoComplete="off"
            enterKeyHint="enter"
            placeholder={isFull ? '' : words.placeholder}
            maxLength={LONGEST_TYPED}
            onChange={({ target: { value } }) =>
              value.includes(',') ? take(value) : setText(value)
            }
            onKeyDown={onKeyDown}
            onBlur={() => take(text)}
            className="h-9 min-w-32 flex-1 bg-transparent px-2.5 text-16 text-ink outline-none placeholder:text-ink-3"
          />
        </div>
      )}
    </Field>
  )
}
