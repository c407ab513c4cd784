import { useMutation } from '@tanstack/react-query'
import { isUnauthorized } from '../api/errors.ts'
import { makeToggleQueue } from './toggle-queue.ts'

const queue = makeToggleQueue()

/** Whether a change of this is on its way, so that updates from elsewhere have to wait. */
export const isPending = (name: string, id: string): boolean =>
  queue.pending(`${name}:${id}`) !== undefined

interface ToggleUse<Answer> {
  /** Names the kind of switch, such as `post-like`. */
  name: string
  send: (id: string, wanted: boolean) => Promise<Answer>
  stateOf: (answer: Answer) => boolean
  show: (id: string, state: boolean) => void
  settle: (id: string, answer: Answer) => void
  /** Shows the failure and offers to try again. Not called for an ended session, which leads to sign-in by itself. */
  fail: (again: () => void) => void
}

/** Switches on screen at once. The server's answer settles it, and a failure switches it back. */
export function useToggle<Answer>({
  name,
  send,
  stateOf,
  show,
  settle,
  fail,
}: ToggleUse<Answer>): (id: string, now: boolean, wanted: boolean) => void {
  const { mutateAsync } = useMutation({
    mutationFn: ({ id, wanted }: { id: string; wanted: boolean }) => send(id, wanted),
  })
  const toggle = (id: string, now: boolean, wanted: boolean): void => {
    void queue.toggle(`${name}:${id}`, now, wanted, {
      send: (state) => mutateAsync({ id, wanted: state }),
      stateOf,
      show: (state) => show(id, state),
      settle: (answer) => settle(id, answer),
      fail: (error, confirmed) => {
        if (!isUnauthorized(error)) fail(() => toggle(id, confirmed, !confirmed))
      },
    })
  }
  return toggle
}
