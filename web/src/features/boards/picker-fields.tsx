import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode, type SyntheticEvent } from 'react'
import { addToBoard } from '@plinth/contract/boards/boards.ts'
import { MAX_BOARD_NOTE, MAX_BOARD_TITLE } from '@plinth/contract/limits.ts'
import { asksToSignIn, call, sentenceOf } from '../../lib/api/api.ts'
import { useSendOnce } from '../../lib/forms/use-send-once.ts'
import type { Pinned } from '../../ui/actions/board-picker.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { idOf, sendNewBoard } from './board-api.ts'
import { refreshAfter } from './board-cache.ts'
import { pickerTexts as texts } from './picker-texts.ts'

interface Titled {
  id: string
  title: string
}

interface NoteFieldProps {
  board: Titled
  thing: Pinned
  note: string
  onNote: (note: string) => void
  onSaid: (words: string) => void
}

/** A note for what was just put on a board. */
export function NoteField({ board, thing, note, onNote, onSaid }: NoteFieldProps) {
  const client = useQueryClient()
  const { send, isSending, error } = useSendOnce({
    send: (written: string, idempotencyKey) =>
      call(addToBoard, {
        params: { id: board.id },
        body: { ...idOf(thing), note: written },
        idempotencyKey,
      }),
    onSent: () => {
      onNote('')
      onSaid(texts.noteAdded(board.title))
      void refreshAfter(client, { type: 'tick', id: board.id })
    },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (note.trim() !== '') send(note.trim())
  }
  return (
    <form className="grid gap-2 px-3 pt-2" onSubmit={submit}>
      <TextInput
        aria-label={texts.note(board.title)}
        placeholder={texts.noteHint}
        value={note}
        maxLength={MAX_BOARD_NOTE}
        autoComplete="off"
        onChange={({ target }) => onNote(target.value)}
      />
      {error === null || asksToSignIn(error) ? null : (
        <ErrorText text={sentenceOf(error, texts.noteFailed)} />
      )}
      {note.trim() === '' ? null : (
        <Button type="submit" className="justify-self-start" busy={isSending && texts.addingNote}>
          {texts.addNote}
        </Button>
      )}
    </form>
  )
}

interface NewBoardFieldProps {
  icon: ReactNode
  thing: Pinned
  onMade: (board: Titled) => void | Promise<void>
}

/** Makes a board in place, with the thing on it. */
export function NewBoardField({ icon, thing, onMade }: NewBoardFieldProps) {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [title, setTitle] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const isBack = useRef(false)
  useEffect(() => {
    if (isOpen) field.current?.focus()
    else if (isBack.current) opener.current?.focus()
    isBack.current = isOpen
  }, [isOpen])
  const { send, isSending, error, reset } = useSendOnce({
    send: (words: string, key) => sendNewBoard(client, { title: words, ...idOf(thing) }, key),
    onSent: (board) => {
      setTitle('')
      setOpen(false)
      return onMade(board)
    },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setMissing(title.trim() === '')
    if (title.trim() === '') field.current?.focus()
    else send(title.trim())
  }
  if (!isOpen) {
    return (
      <button
        ref={opener}
        type="button"
        className="board-picker-row text-14 font-semibold text-ink"
        onClick={() => setOpen(true)}
      >
        {icon}
        {texts.newBoard}
      </button>
    )
  }
  return (
    <form noValidate className="grid gap-2 px-3 py-2" onSubmit={submit}>
      <Field label={texts.newTitle} error={isMissing ? texts.noTitle : undefined} required>
        {(aria) => (
          <TextInput
            {...aria}
            ref={field}
            value={title}
            maxLength={MAX_BOARD_TITLE}
            autoComplete="off"
            onChange={({ target }) => {
              setTitle(target.value)
              setMissing(false)
            }}
          />
        )}
      </Field>
      {error === null || asksToSignIn(error) ? null : (
        <ErrorText text={sentenceOf(error, texts.createFailed)} />
      )}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={isSending && texts.creating}>
          {texts.create}
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            reset()
            setOpen(false)
          }}
        >
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}
