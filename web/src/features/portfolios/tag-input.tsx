import { X } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { MAX_TAGS, MAX_TAG_LENGTH } from '@plinth/contract/limits.ts'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { addTags } from './tag-list.ts'
import { texts } from './portfolio-texts.ts'

interface TagInputProps {
  tags: string[]
  error: string | undefined
  onChange: (tags: string[]) => void
}

/** Enter, a comma or leaving the field adds what is typed; each tag can be taken off again. */
export function TagInput({ tags, error, onChange }: TagInputProps) {
  const [text, setText] = useState('')
  const take = (typed: string) => {
    const next = addTags(tags, typed)
    if (next.length !== tags.length) onChange(next)
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && text.trim() !== '') {
      event.preventDefault()
      take(text)
    }
    if (event.key === 'Backspace' && text === '') onChange(tags.slice(0, -1))
  }
  const isFull = tags.length >= MAX_TAGS
  return (
    <Field
      label={texts.upload.tags}
      hint={isFull ? texts.upload.tagsFull : texts.upload.tagsHint}
      error={error}
      optional
    >
      {(control) => (
        <>
          <TextInput
            {...control}
            value={text}
            disabled={isFull}
            autoComplete="off"
            maxLength={MAX_TAG_LENGTH * 4}
            onChange={({ target: { value } }) =>
              value.includes(',') ? take(value) : setText(value)
            }
            onKeyDown={onKeyDown}
            onBlur={() => take(text)}
          />
          {tags.length === 0 ? null : (
            <ul aria-label={texts.upload.tags} className="flex flex-wrap gap-2">
              {tags.map((tag) => (
                <li key={tag} className="max-w-full">
                  <button
                    type="button"
                    aria-label={texts.upload.removeTag(tag)}
                    onClick={() => onChange(tags.filter((other) => other !== tag))}
                    className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-control bg-surface-3 px-3 text-14 text-ink-2 hover:text-ink"
                  >
                    <span className="truncate">#{tag}</span>
                    <X size={14} aria-hidden />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Field>
  )
}
