import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Link as LinkIcon } from 'lucide-react'
import { useId, useState } from 'react'
import {
  BOARD_VISIBILITIES,
  putBoardPerson,
  removeBoardPerson,
  updateBoard,
  type BoardPerson,
  type BoardRole,
  type BoardView,
  type BoardVisibility,
} from '@plinth/contract/boards/boards.ts'
import type { Creator } from '@plinth/contract/people/users.ts'
import { call, isUnauthorized, sentenceOf } from '../../lib/api/api.ts'
import { fullName } from '../../lib/format/format.ts'
import { Button } from '../../ui/actions/button.tsx'
import { showError, toast } from '../../ui/feedback/toast.ts'
import { Tick } from '../../ui/form/tick.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Avatar, faceOf } from '../../ui/layout/avatar.tsx'
import { Dialog, whenClosed } from '../../ui/overlay/dialog.tsx'
import { AddPerson } from './add-person.tsx'
import { boardQuery } from './board-api.ts'
import { patchBoard, refreshAfter, storeBoard } from './board-cache.ts'
import { shareTexts as texts } from './board-texts.ts'

interface ShareDialogProps {
  board: BoardView
  open: boolean
  onClose: () => void
}

/** Who can see a board, and who is on it. Every change counts at once. */
export const ShareDialog = ({ board, open, onClose }: ShareDialogProps) => (
  <Dialog open={open} onOpenChange={whenClosed(onClose)} title={texts.title} width="narrow">
    {board.isTakenDown ? <TakenDown /> : <WhoSees board={board} />}
    <People board={board} />
  </Dialog>
)

const TakenDown = () => (
  <p className="mt-6 text-16 text-ink-2">
    {texts.takenDown}{' '}
    <Link to="/taken-down" className="text-link hit">
      {texts.appeal}
    </Link>
  </p>
)

function WhoSees({ board }: { board: BoardView }) {
  const client = useQueryClient()
  const id = useId()
  const key = boardQuery(board.id)
  // The cache tells the screen a moment later, and a radio that is not checked at once jumps back.
  const [wanted, setWanted] = useState<BoardVisibility | null>(null)
  const visibility = wanted ?? board.visibility
  const { mutate, isPending } = useMutation({
    mutationFn: (next: BoardVisibility) =>
      call(updateBoard, { params: { id: board.id }, body: { visibility: next } }),
    onSuccess: (view) => storeBoard(client, key, view),
    onError: (error) => {
      setWanted(null)
      if (!isUnauthorized(error)) showError(sentenceOf(error, texts.visibilityFailed))
    },
  })
  return (
    <fieldset className="mt-6 min-w-0">
      <legend className="text-14 font-semibold text-ink">{texts.whoSees}</legend>
      {BOARD_VISIBILITIES.map((one) => (
        <div key={one} className="board-choice">
          <Tick
            id={`${id}-${one}`}
            type="radio"
            name={id}
            checked={visibility === one}
            aria-describedby={`${id}-${one}-line`}
            onChange={() => {
              if (isPending) return
              setWanted(one)
              mutate(one)
            }}
          />
          <label htmlFor={`${id}-${one}`} className="text-16 text-ink">
            {texts[one]}
          </label>
          <p id={`${id}-${one}-line`} className="text-14 text-ink-3">
            {texts[`${one}Line`]}
          </p>
        </div>
      ))}
      {visibility === 'private' ? null : (
        <Button className="mt-4" onClick={() => void copyLink(board.id)}>
          <LinkIcon size={18} aria-hidden />
          {texts.copy}
        </Button>
      )}
    </fieldset>
  )
}

async function copyLink(id: string) {
  const url = `${location.origin}/boards/${id}`
  try {
    await navigator.clipboard.writeText(url)
    toast({ title: texts.copied, variant: 'success' })
  } catch {
    showError(texts.copyFailed, url)
  }
}

const ROLES = (['view', 'edit'] as const).map((value) => ({ value, label: texts.role[value] }))

function People({ board }: { board: BoardView }) {
  const client = useQueryClient()
  const [said, setSaid] = useState('')
  const { id, owner, people } = board
  const key = boardQuery(id)
  const show = (next: BoardPerson[]) =>
    patchBoard(client, key, () => ({ people: next, peopleCount: next.length }))
  const { mutate, variables, isPending } = useMutation({
    mutationFn: async ({ person, role }: { person: Creator; role: BoardRole | null }) => {
      const params = { id, userId: person.id }
      if (role === null) await call(removeBoardPerson, { params })
      else await call(putBoardPerson, { params, body: { role } })
    },
    onSuccess: async (_, { person, role }) => {
      const isKnown = people.some((one) => one.person.id === person.id)
      if (role === null) show(people.filter((one) => one.person.id !== person.id))
      else if (isKnown)
        show(people.map((one) => (one.person.id === person.id ? { ...one, role } : one)))
      else show([...people, { person, role }])
      if (role === null) setSaid(texts.removed(fullName(person)))
      else if (!isKnown) setSaid(texts.added(fullName(person)))
      await refreshAfter(client, { type: 'board', id })
    },
    onError: (error) => {
      if (!isUnauthorized(error)) showError(sentenceOf(error, texts.changeFailed))
    },
  })
  const change = (person: Creator, role: BoardRole | null) => {
    if (!isPending) mutate({ person, role })
  }
  return (
    <section className="mt-8">
      <h3 className="text-14 font-semibold text-ink">{texts.people}</h3>
      <ul className="mt-2">
        <li className="board-person">
          <Face person={owner} />
          <span className="text-14 text-ink-3">{texts.owner}</span>
        </li>
        {people.map(({ person, role }) => (
          <li key={person.id} className="board-person">
            <Face person={person} />
            <span className="flex flex-wrap items-center gap-2">
              <Select<BoardRole>
                variant="quiet"
                aria-label={texts.roleOf(fullName(person))}
                options={ROLES}
                value={
                  isPending && variables.person.id === person.id && variables.role !== null
                    ? variables.role
                    : role
                }
                onValueChange={(next) => change(person, next)}
              />
              <Button
                variant="quiet-danger"
                aria-label={texts.removeName(fullName(person))}
                onClick={() => change(person, null)}
              >
                {texts.remove}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {people.length === 0 ? <p className="text-14 text-ink-3">{texts.nobody}</p> : null}
      <p role="status" className="sr-only">
        {said}
      </p>
      <AddPerson board={board} onAdd={(person) => change(person, 'edit')} />
    </section>
  )
}

const Face = ({ person }: { person: Creator }) => (
  <span className="flex min-w-0 flex-1 items-center gap-3">
    <Avatar {...faceOf(person)} size={36} silent />
    <span className="min-w-0 text-16 text-ink wrap-anywhere">{fullName(person)}</span>
  </span>
)
