import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLike, useSave } from '../features/portfolios/portfolio-api.ts'
import { useLikePost, useSavePost } from '../features/posts/post-api.ts'
import { patchFollowing, refreshAfterPost } from '../features/posts/post-cache.ts'
import { useFollow } from '../features/profile/use-follow.ts'
import type { MemberAct } from '../features/session/acts.ts'
import { forgetAct, readAct } from '../features/session/pending.ts'
import { doneSentence } from '../features/session/sign-in-texts.ts'
import { resumeAct } from '../lib/forms/resume.ts'
import { openReport } from '../lib/format/report-state.ts'
import { scrollBackTo } from '../lib/browser/scroll.ts'
import { toast } from '../ui/feedback/toast.ts'

/** Does, or goes on with, what the viewer asked for before they signed in, once, and scrolls to where they were. */
export function PendingAct({ viewerId }: { viewerId: string }) {
  const [pending] = useState(() => readAct(location.pathname))
  // Forgotten before anything is done, so that it happens once.
  useEffect(forgetAct, [])
  useEffect(() => (pending === null ? undefined : scrollBackTo(pending.scroll)), [pending])
  useEffect(() => {
    if (pending?.act.kind !== 'again') return
    const { name, sent, viewerId: leftBy } = pending.act
    // Somebody else may have signed in.
    if (typeof name === 'string' && leftBy === viewerId)
      resumeAct(name, (sent as { body: unknown }).body)
  }, [pending, viewerId])
  if (pending === null || pending.act.kind === 'again') return null
  return <Doing act={pending.act} viewerId={viewerId} />
}

const performed = new WeakSet<MemberAct>()

function Doing({ act, viewerId }: { act: MemberAct; viewerId: string }) {
  const client = useQueryClient()
  const onDone = () => void toast({ title: doneSentence(act), variant: 'success' })
  const likeWork = useLike(onDone)
  const saveWork = useSave(onDone)
  const likePost = useLikePost(onDone)
  const savePost = useSavePost(onDone)
  const follow = useFollow({
    viewerId,
    person: { id: act.kind === 'follow' ? act.id : '', firstName: '', lastName: '' },
    onDone,
    onShow: (creatorId, isFollowing) => {
      patchFollowing(client, creatorId, isFollowing)
      void refreshAfterPost(client, { type: 'follow', creatorId })
    },
  })
  const perform = useEffectEvent(() => {
    // The server takes a second like for the first one, so it does not matter whether it was there before.
    if (act.kind === 'report') openReport(act.target)
    else if (act.kind === 'follow') follow(false, true)
    else if (act.kind === 'like') (act.of === 'post' ? likePost : likeWork)(act.id, false, true)
    else if (act.kind === 'save') (act.of === 'post' ? savePost : saveWork)(act.id, false, true)
    // What opens at an address is open already.
  })
  useEffect(() => {
    if (performed.has(act)) return
    performed.add(act)
    perform()
  }, [act])
  return null
}
