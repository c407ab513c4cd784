import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isUnauthorized } from '../api/errors.ts'
import { makeToggleQueue } from './toggle-queue.ts'
import { afterReads } from './writes.ts'

const queue = makeToggleQueue()
/** The server's last answers, which reads from before them may still overwrite on screen. */
const confirmed = new Map<string, boolean>()

/** Whether a change of this is on its way, so that updates from elsewhere have to wait. */
export const isPending = (name: string, id: string): boolean =>
  queue.pending(`${name}:${id}`) !== undefined

interface ToggleUse<Answer> {
  /** Names the kind of switch, such as `post-like`. */
  name: string
  send: (id: string, wanted: boolean) => Promise<Answer>
  stateOf: (answer: Answer) => boolean
  show: (id: string, state: boolean) => void
  /** Shows it where an answer from before the change has arrived; `show` does where this is left out. */
  showAgain?: (id: string, state: boolean) => void
  settle: (id: string, answer: Answer) => void
  /** Shows the failure and offers to try again. Not called for an ended session, which leads to sign-in by itself. */
  fail: (again: () => void) => void
}

/**
 * Switches on screen at once. The server's answer settles it, and a failure switches it back. Answers to reads from
 * before the change arrive with the old state, also after it is settled; the new one is shown again then.
 */
export function useToggle<Answer>({
  name,
  send,
  stateOf,
  show,
  showAgain = show,
  settle,
  fail,
}: ToggleUse<Answer>): (id: string, now: boolean, wanted: boolean) => void {
  const client = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: ({ id, wanted }: { id: string; wanted: boolean }) => send(id, wanted),
  })
  const toggle = (id: string, now: boolean, wanted: boolean): void => {
    const key = `${name}:${id}`
    const afterOldAnswer = () => {
      const state = queue.pending(key) ?? confirmed.get(key)
      if (state !== undefined) showAgain(id, state)
    }
    void queue.toggle(key, now, wanted, {
      send: (state) => mutateAsync({ id, wanted: state }),
      stateOf,
      show: (state) => show(id, state),
      settle: (answer) => {
        settle(id, answer)
        confirmed.set(key, stateOf(answer))
        afterReads(client, afterOldAnswer)
      },
      fail: (error, before) => {
        confirmed.delete(key)
        if (!isUnauthorized(error)) fail(() => toggle(id, before, !before))
      },
    })
    afterReads(client, afterOldAnswer)
  }
  return toggle
}
