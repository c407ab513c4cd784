import './banner.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { setBanner } from '@plinth/contract/people/profile.ts'
import { getProfile } from '@plinth/contract/people/users.ts'
import { call, isUnauthorized } from '../../../lib/api/api.ts'
import { refusedOr } from '../../../lib/api/errors.ts'
import { answerOf } from '../../../lib/cache/answers.ts'
import { readAgain } from '../../../lib/cache/writes.ts'
import { useSendOnce } from '../../../lib/forms/use-send-once.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { showError, toast } from '../../../ui/feedback/toast.ts'
import { Picture } from '../../../ui/media/picture.tsx'
import { OnceOpened } from '../../../ui/overlay/once-opened.tsx'
import { texts } from './banner-texts.ts'
import type { Choice } from './pick-banner.tsx'

const PickBanner = lazy(async () => ({
  default: (await import('./pick-banner.tsx')).PickBanner,
}))

/** The picture across the top of a creator's profile: one of their works. A choice is saved at once. */
export function BannerField({ userId }: { userId: string }) {
  const client = useQueryClient()
  const query = useQuery(answerOf(getProfile, { params: { id: userId } }))
  const [isPicking, setPicking] = useState(false)
  const { send, isSending } = useSendOnce({
    send: (choice: Choice) => call(setBanner, { body: { workId: choice?.id ?? null } }),
    onSent: async (_, choice) => {
      await readAgain(client, [{ endpoint: getProfile, params: { id: userId } }])
      setPicking(false)
      toast({
        title: choice === null ? texts.removed : texts.saved,
        description: choice === null ? '' : texts.savedLine(choice.title),
        variant: 'success',
      })
    },
    onFailed: (error) => {
      if (!isUnauthorized(error)) showError(texts.notSaved, refusedOr(error, texts.notSavedLine))
    },
  })
  return (
    <div role="group" aria-label={texts.title}>
      <p className="mb-2 text-14 font-semibold text-ink">{texts.title}</p>
      <QueryView query={query} skeleton={<BannerSkeleton />} failed={texts.failed}>
        {({ banner }) => (
          <>
            <div className="banner-strip">
              {banner === null ? null : (
                <Picture
                  picture={pictureSources(banner.picture)}
                  alt={banner.title}
                  sizes="(max-width: 767px) 100vw, 656px"
                  fit="cover"
                />
              )}
            </div>
            <div className="mt-3 flex flex-wrap gap-1">
              <Button onClick={() => setPicking(true)}>
                {banner === null ? texts.choose : texts.replace}
              </Button>
              {banner === null ? null : (
                <Button variant="quiet" disabled={isSending} onClick={() => send(null)}>
                  {texts.remove}
                </Button>
              )}
            </div>
          </>
        )}
      </QueryView>
      <p className="mt-2 text-13 text-ink-3">
        {texts.hint} {texts.away}
      </p>
      <OnceOpened open={isPicking}>
        <PickBanner
          open={isPicking}
          userId={userId}
          isBusy={isSending}
          onClose={() => setPicking(false)}
          onPick={send}
        />
      </OnceOpened>
    </div>
  )
}

const BannerSkeleton = () => (
  <div role="status" aria-label={texts.loading}>
    <Skeleton className="banner-strip" />
    <Skeleton className="mt-3 h-11 w-full" />
  </div>
)
