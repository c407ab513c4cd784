import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { MAX_COMMENT_LENGTH } from '@plinth/contract/limits.ts'
import { fullName } from '../../../lib/format/format.ts'
import { Avatar, faceOf } from '../../../ui/layout/avatar.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { TextArea } from '../../../ui/form/text-input.tsx'
import { peopleQuery } from './comment-api.ts'
import { texts } from './comment-texts.ts'
import { mentionAt, withHandle, type PartialMention } from './mentions.ts'

/** The number of characters left is shown below this. */
const NEAR_LIMIT = 200

export interface CommentBoxProps {
  label: string
  placeholder?: string
  send: string
  value: string
  onChange: (text: string) => void
  /** Gets the trimmed text. */
  onSend: (content: string) => void
  busy?: string | false
  onCancel?: () => void
  /** Takes the focus when it appears. */
  focusAtOnce?: boolean
}

/** The field for a comment: Enter sends, Shift+Enter starts a new line, @ suggests people. */
export function CommentBox({
  label,
  placeholder = texts.placeholder,
  send,
  value,
  onChange,
  onSend,
  busy = false,
  onCancel,
  focusAtOnce = false,
}: CommentBoxProps) {
  const box = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const [partial, setPartial] = useState<PartialMention | null>(null)
  const [choice, setChoice] = useState(0)
  const people = useQuery(peopleQuery(partial?.words ?? '')).data ?? []
  const offers = partial === null ? [] : people.filter(({ handle }) => handle !== null)
  const content = value.trim()
  const left = MAX_COMMENT_LENGTH - content.length
  const canSend = content !== '' && left >= 0 && busy === false

  useEffect(() => {
    if (focusAtOnce) box.current?.focus()
  }, [focusAtOnce])

  const follow = () => {
    const element = box.current
    if (!element) return
    setChoice(0)
    setPartial(mentionAt(element.value, element.selectionStart))
  }
  const submit = () => {
    if (!canSend) return
    onSend(content)
    setPartial(null)
  }
  const take = (index: number) => {
    const person = offers[index]
    const element = box.current
    if (!person?.handle || !partial || !element) return
    const next = withHandle(value, partial, person.handle)
    onChange(next.text)
    setPartial(null)
    requestAnimationFrame(() => {
      element.focus()
      element.setSelectionRange(next.caret, next.caret)
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (offers.length > 0) {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault()
        const step = event.key === 'ArrowDown' ? 1 : -1
        setChoice((choice + step + offers.length) % offers.length)
        return
      }
      if (event.key === 'Enter' || event.key === 'Tab') {
        event.preventDefault()
        take(choice)
        return
      }
      if (event.key === 'Escape') {
        event.preventDefault()
        setPartial(null)
        return
      }
    }
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      submit()
    } else if (event.key === 'Escape' && onCancel) {
      onCancel()
    }
  }

  return (
    <form
      className="comment-box flex flex-1 flex-wrap items-start gap-3 min-w-0"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="relative min-w-0 flex-1">
        <TextArea
          ref={box}
          rows={1}
          aria-label={label}
          placeholder={placeholder}
          value={value}
          className="comment-text"
          aria-haspopup="listbox"
          aria-controls={listId}
          aria-autocomplete="list"
          {...(offers.length > 0 ? { 'aria-activedescendant': `${listId}-${choice}` } : {})}
          aria-invalid={left < 0 || undefined}
          onChange={(event) => {
            onChange(event.target.value)
            follow()
          }}
          onClick={follow}
          onBlur={() => setPartial(null)}
          onKeyDown={onKeyDown}
        />
        <div
          id={listId}
          role="listbox"
          aria-label={texts.people}
          hidden={offers.length === 0}
          className="comment-people"
        >
          {offers.map((person, index) => (
            <div
              key={person.id}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === choice}
              // Mouse down comes before the field loses the focus.
              onMouseDown={(event) => {
                event.preventDefault()
                take(index)
              }}
            >
              <Avatar {...faceOf(person)} size={32} />
              <span className="truncate">{fullName(person)}</span>
              <span className="truncate text-13 text-ink-3">@{person.handle}</span>
            </div>
          ))}
        </div>
        {left < NEAR_LIMIT ? (
          <p
            role="status"
            className={left < 0 ? 'mt-1 text-13 text-danger' : 'mt-1 text-13 text-ink-3'}
          >
            {left < 0 ? texts.tooLong(-left) : texts.left(left)}
          </p>
        ) : null}
      </div>
      {onCancel ? (
        <Button variant="quiet" onClick={onCancel}>
          {texts.cancel}
        </Button>
      ) : null}
      <Button type="submit" busy={busy} disabled={!canSend}>
        {send}
      </Button>
    </form>
  )
}
