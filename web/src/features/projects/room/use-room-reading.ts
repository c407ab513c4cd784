import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { readProject } from '@plinth/contract/projects/project-calls.ts'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { call } from '../../../lib/api/api.ts'

/** What somebody was told of a project they have read once its room is on their screen: on opening, and as more happens. */
export function useRoomReading({ id, role, events: [newest] }: Project): void {
  const asked = useRef<string | null>(null)
  const { mutate } = useMutation({
    mutationFn: (upTo: string) => call(readProject, { params: { id }, body: { upTo } }),
    // It is unread still: what happens next, or the next look at this tab, asks again.
    onError: () => {
      asked.current = null
    },
  })
  const read = useEffectEvent((upTo: string | undefined) => {
    if (upTo === undefined || role === null || document.hidden || asked.current === upTo) return
    asked.current = upTo
    mutate(upTo)
  })
  const look = useEffectEvent(() => read(newest?.id))
  useEffect(() => read(newest?.id), [newest?.id])
  useEffect(() => {
    const onChange = () => look()
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [])
}
