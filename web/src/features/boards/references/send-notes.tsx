import { useId } from 'react'
import type { BoardItem } from '@plinth/contract/boards/boards.ts'
import { Switch } from '../../../ui/form/switch.tsx'
import { referenceTexts as texts } from './reference-texts.ts'

interface SendNotesProps {
  viewerId: string
  /** What is chosen. */
  items: readonly BoardItem[]
  sendsNotes: boolean
  onSendsNotes: (sendsNotes: boolean) => void
}

/** Whether the notes of a board go with what is chosen, and whose names do not. */
export function SendNotes({ viewerId, items, sendsNotes, onSendsNotes }: SendNotesProps) {
  const id = useId()
  const noted = items.filter(({ note }) => note !== '')
  // Their own name is there anyway.
  const others = noted.flatMap(({ notedBy }) => (notedBy?.id === viewerId ? [] : (notedBy ?? [])))
  const names = [...new Set(others.map(({ firstName }) => firstName))]
  return (
    <div className="mt-3 flex min-h-11 flex-wrap items-center gap-x-3">
      <Switch id={id} checked={sendsNotes} onCheckedChange={onSendsNotes} />
      <label htmlFor={id} className="text-14 font-semibold text-ink">
        {texts.sendNotes}
      </label>
      <span className="text-13 text-ink-3">{texts.notes(noted.length, names)}</span>
    </div>
  )
}
