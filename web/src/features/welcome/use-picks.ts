import { useState } from 'react'
import { MAX_PICKS, type WelcomeWork } from '@plinth/contract/people/welcome.ts'
import { useDraft } from '../../lib/forms/draft.ts'
import { readPicks, type Picks } from './welcome-rules.ts'

const EMPTY: Picks = { works: [], follows: {} }

/** What somebody picks. It survives leaving the screen and a failed send, until it is dropped. */
export function usePicks(owner: string) {
  const draft = useDraft({ name: 'welcome', owner, empty: EMPTY, readFields: readPicks })
  const [picks, setPicks] = useState(draft.saved?.fields ?? EMPTY)
  const keep = (next: Picks) => {
    setPicks(next)
    draft.save(next)
  }
  const { works, follows } = picks
  return {
    works,
    isPicked: (id: string) => works.some((work) => work.id === id),
    isFollowing: ({ id, isFollowing }: WelcomeWork['creator']) => follows[id] ?? isFollowing,
    toggle: (work: WelcomeWork) => {
      const others = works.filter(({ id }) => id !== work.id)
      if (others.length < works.length) keep({ ...picks, works: others })
      else if (works.length < MAX_PICKS) keep({ ...picks, works: [...works, work] })
    },
    showFollow: (makerId: string, isFollowing: boolean) =>
      keep({ ...picks, follows: { ...follows, [makerId]: isFollowing } }),
    drop: draft.drop,
  }
}
export type UsedPicks = ReturnType<typeof usePicks>
