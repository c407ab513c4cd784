import { useEffect, useEffectEvent, useState, type SyntheticEvent } from 'react'
import type { BodyOf } from '@plinth/contract/http/endpoint.ts'
import { MAX_HIRE_MEDIA } from '@plinth/contract/limits.ts'
import type { Creator } from '@plinth/contract/people/users.ts'
import { createProject } from '@plinth/contract/projects/project-calls.ts'
import { call, isUnauthorized } from '../../../lib/api/api.ts'
import { refusedOr } from '../../../lib/api/errors.ts'
import { useDraft } from '../../../lib/forms/draft.ts'
import { useSavedForm } from '../../../lib/forms/use-saved-form.ts'
import { useLeaveTo } from '../../../lib/routing/use-leave-to.ts'
import { ANY_KIND, refusalOf } from '../../../lib/uploads/file-rules.ts'
import { isPaused, isRefused, mediaOf, type UploadFile } from '../../../lib/uploads/files.ts'
import { useRestoredFiles } from '../../../lib/uploads/use-restored-files.ts'
import { useUploads } from '../../../lib/uploads/use-uploads.ts'
import { showError } from '../../../ui/feedback/toast.ts'
import {
  EMPTY_HIRE,
  hireDraft,
  hireProblems,
  type HireFields,
  type HiredWork,
} from './hire-fields.ts'
import { hireTexts as texts } from './hire-texts.ts'

interface HireFormOptions {
  work: HiredWork
  creator: Creator
  viewerId: string
  /** The server refused, so the work may have changed. */
  onRefused: () => void
  /** Called with the number of files that have not been uploaded. */
  onUnarrived: (files: number) => void
}

/**
 * The request with its files. Both are a draft until the deposit is paid: see `usePaymentReturn`. If it is sent during
 * uploads, it goes when the last one has finished.
 */
export function useHireForm({ work, creator, viewerId, onRefused, onUnarrived }: HireFormOptions) {
  const { go, isLeaving } = useSendHire(onRefused)
  const draft = useDraft<HireFields>({ ...hireDraft(work.id), owner: viewerId })
  const uploads = useHireUploads(viewerId)
  const { files, pending, paused, mediaIds } = uploads
  const restored = useRestoredFiles(draft.saved?.files ?? [], {
    onFound: uploads.restore,
    isUsable: ({ state }) => state !== 'failed',
  })
  /** The form that waits for its files, and how many of them were refused when it was sent. */
  const [armed, setArmed] = useState<{ refused: number; element: HTMLFormElement } | null>(null)
  const arrived = files.flatMap((file) => {
    const media = mediaOf(file)
    return media === undefined ? [] : [{ id: media.id, alt: file.alt }]
  })
  const { form, control, submitFrom, discard } = useSavedForm<HireFields>({
    empty: EMPTY_HIRE,
    draft,
    files: [...arrived, ...(draft.saved === null ? [] : (restored?.unsure ?? []))],
    isSettled: restored !== null,
    check: hireProblems,
    onWrong: () => setArmed(null),
  })
  const isWaiting = pending > 0 || restored === null
  const send = ({ description, timeline, references }: HireFields, element: HTMLFormElement) => {
    const sound = files.filter((file) => !isRefused(file))
    const refused = files.length - sound.length
    setArmed(isWaiting ? (armed ?? { refused, element }) : null)
    // If a file was refused meanwhile, the person has to decide again.
    if (isWaiting || (armed !== null && refused > armed.refused) || !hasAllArrived(sound)) return
    go({
      portfolioId: work.id,
      creatorId: creator.id,
      description: description.trim(),
      timeline,
      budget: work.startingPrice,
      mediaIds,
      references: references.flatMap(({ kind, id, note, isAgainst }) =>
        kind === 'picture' ? [] : [{ kind, id, note, isAgainst }],
      ),
    })
  }

  const unarrived = pending + paused
  const reportUnarrived = useEffectEvent(onUnarrived)
  useEffect(() => reportUnarrived(unarrived), [unarrived])
  useEffect(() => () => reportUnarrived(0), [])

  const resume = useEffectEvent(() => {
    if (armed !== null) submitFrom(armed.element, send)
  })
  useEffect(() => {
    if (!isWaiting) resume()
  }, [isWaiting])

  return {
    control,
    uploads,
    /** The files of the restored draft; null when there was no draft. */
    restored: draft.saved === null ? null : restored,
    /** How many uploads a sent form waits for; null when it has not been sent. */
    waiting: armed === null ? null : pending,
    isLeaving,
    submit: (event: SyntheticEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (armed === null) submitFrom(event.currentTarget, send)
    },
    discard: () => {
      uploads.removeAll()
      discard()
      form.setFocus('description')
    },
  }
}

/** Creates the project and opens the payment page of its deposit. Success is shown when the viewer returns. */
const useSendHire = (onRefused: () => void) =>
  useLeaveTo({
    open: async (body: BodyOf<typeof createProject>, idempotencyKey) =>
      (await call(createProject, { body, idempotencyKey })).checkout.url,
    onFailed: (error) => {
      if (isUnauthorized(error)) return
      onRefused()
      showError(texts.errorTitle, refusedOr(error, texts.failed))
    },
  })

const useHireUploads = (viewerId: string) =>
  useUploads({
    viewerId,
    place: 'hire',
    most: MAX_HIRE_MEDIA,
    takesDocuments: true,
    refusalOf: (file) => {
      const refusal = refusalOf(file, ANY_KIND)
      return refusal && texts.files[refusal](file.name)
    },
    onTooMany: () => showError(texts.files.tooManyTitle, texts.files.tooMany),
  })

function hasAllArrived(sound: readonly UploadFile[]): boolean {
  const unarrived = sound.find((file) => isPaused(file) || file.upload.phase === 'broken')
  if (unarrived) showError(texts.files.unarrivedTitle, texts.files.unarrived(unarrived.name))
  return unarrived === undefined
}
