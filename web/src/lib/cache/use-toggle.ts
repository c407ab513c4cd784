import { useMutation } from '@tanstack/react-query'
import { isUnauthorized } from '../api/errors.ts'
import { makeToggleQueue } from './toggle-queue.ts'

const queue = makeToggleQueue()

/** Whether a wish for this is on its way, so that what others say of it has to wait. */
export const isPending = (name: string, id: string): boolean =>
  queue.pending(`${name}:${id}`) !== undefined

interface ToggleUse<Answer> {
  /** What is switched, among all that can be: `post-like`. */
  name: string
  send: (id: string, wish: boolean) => Promise<Answer>
  stateOf: (answer: Answer) => boolean
  show: (id: string, state: boolean) => void
  settle: (id: string, answer: Answer) => void
  /** Says that it failed, with a way to wish it again. An ended session sends to sign-in by itself. */
  fail: (again: () => void) => void
}

/** Switches at once; the server's answer settles it, a failure sets it back. */
export function useToggle<Answer>({
  name,
  send,
  stateOf,
  show,
  settle,
  fail,
}: ToggleUse<Answer>): (id: string, now: boolean, wish: boolean) => void {
  const { mutateAsync } = useMutation({
    mutationFn: ({ id, wish }: { id: string; wish: boolean }) => send(id, wish),
  })
  const toggle = (id: string, now: boolean, wish: boolean): void => {
    void queue.toggle(`${name}:${id}`, now, wish, {
      send: (wished) => mutateAsync({ id, wish: wished }),
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
