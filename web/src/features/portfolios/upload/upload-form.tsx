import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { markOf } from '../../../lib/uploads/upload-memory.ts'
import { hasUnsent, isMoving, isUnderway } from '../../../lib/uploads/upload-state.ts'
import { useDroppedFiles } from '../../../lib/uploads/use-dropped-files.ts'
import { useMaking } from '../../../lib/uploads/use-making.ts'
import { useUnfinished } from '../../../lib/uploads/use-unfinished.ts'
import { FilterTab } from '../../../ui/layout/tabs.tsx'
import { dismissToast, toast } from '../../../ui/feedback/toast.ts'
import { hangingQuery } from '../portfolio-api.ts'
import { refreshAfter } from '../portfolio-cache.ts'
import { UploadAddress } from './upload-address.tsx'
import { uploadDraft } from './upload-draft.ts'
import { UploadFoot } from './upload-foot.tsx'
import { useKeepDraft, useKeptFile } from './upload-kept.ts'
import { useSuggestions } from './upload-suggestions.ts'
import { uploadTexts } from './upload-texts.ts'
import { MakingStatus } from './upload-told.tsx'
import { UploadWell } from './upload-well.tsx'
import { usePublish } from './use-publish.ts'
import { useUpload } from './use-upload.ts'
import { AltField, WorkFields } from '../work/work-fields.tsx'
import { createResolver, EMPTY_FORM, isEmptyForm, type WorkForm } from '../work/work-form.ts'

interface UploadFormProps {
  viewerId: string
  /** Whether leaving now would lose something. */
  onUnsent: (unsent: boolean) => void
  /** The work hangs. */
  onDone: (work: PortfolioItem) => void
}

const refuse = (what: 'missing' | 'notHere') =>
  toast({
    title: uploadTexts[`${what}Title`],
    description: uploadTexts[what],
    variant: 'destructive',
  })

/** Waits until a published work hangs for everybody. */
function useHanging(hung: PortfolioItem | null, onHangs: (work: PortfolioItem) => void) {
  const client = useQueryClient()
  const { data } = useQuery({
    ...hangingQuery(hung?.id ?? ''),
    enabled: hung !== null && !hung.isListed,
  })
  const hangs = hung?.isListed === true || data?.isListed === true
  const tell = useEffectEvent(() => {
    if (hung !== null) onHangs(hung)
  })
  useEffect(() => {
    if (hangs) tell()
  }, [hangs])
  // Also when the dialog is shut before the sizes are made.
  const isHung = hung !== null
  useEffect(() => {
    if (!isHung) return
    return () => void refreshAfter(client, { type: 'create' })
  }, [client, isHung])
}

export function UploadForm({ viewerId, onUnsent, onDone }: UploadFormProps) {
  const [draft] = useState(() => uploadDraft.read(sessionStorage, viewerId))
  const [byUrl, setByUrl] = useState((draft?.fileUrl ?? '') !== '')
  const form = useForm<WorkForm>({
    defaultValues: { ...EMPTY_FORM, ...draft },
    resolver: createResolver(byUrl),
  })
  const values = useWatch({ control: form.control }) as WorkForm
  const suggestions = useSuggestions(form)
  const upload = useUpload(viewerId, suggestions.fromFile)
  const { state } = upload
  const isSettled = useKeptFile(draft, upload.restore)
  const { unfinished, drop: dropUnfinished } = useUnfinished(viewerId, 'work')
  const publish = usePublish(form, upload.release)
  // The message that something is missing; what it means stays marked.
  const [missed, setMissed] = useState<string | null>(null)
  const { hung } = publish
  const isHung = hung !== null
  const kept = state.phase === 'kept' ? state.media : undefined
  const making = useMaking(hung?.picture.id ?? kept?.id, kept)

  const unsent = !isHung && (!isEmptyForm(values) || hasUnsent(state))
  const tell = useEffectEvent(onUnsent)
  useEffect(() => tell(unsent), [unsent])
  useKeepDraft(viewerId, values, {
    mediaId: kept?.id ?? '',
    isSettled,
    isOver: isHung,
  })
  useHanging(hung, onDone)

  const takeFiles = (files: FileList) => {
    const [first] = files
    if (!first || isHung || publish.isSending) return
    setByUrl(false)
    dropUnfinished(markOf(first), { forget: false })
    upload.choose(first)
    if (files.length > 1) toast({ title: uploadTexts.title, description: uploadTexts.oneOnly })
  }
  const isDraggedOver = useDroppedFiles(takeFiles)

  const source = byUrl
    ? { fileUrl: values.fileUrl, fileName: values.fileName }
    : { fileUrl: kept?.url ?? '', fileName: kept?.fileName ?? '' }
  const hasSource = source.fileUrl.trim() !== '' && source.fileName.trim() !== ''
  const isFileMissed = missed !== null && !byUrl && state.phase === 'empty'
  const hasFile = hasSource || (!byUrl && isUnderway(state))
  useEffect(() => {
    // What was missing is there: its message would stand over what comes next.
    if (hasFile && missed !== null) dismissToast(missed)
  }, [hasFile, missed])
  const busy =
    (isHung && uploadTexts.waiting) ||
    (publish.isSending && uploadTexts.publishing) ||
    (!byUrl && isMoving(state) && uploadTexts.uploading)

  return (
    <form
      noValidate
      className="form-dialog-body"
      onSubmit={(event) => {
        event.preventDefault()
        if (busy !== false) return
        if (!hasSource) {
          if (hasFile) refuse('notHere')
          else {
            setMissed(refuse('missing'))
            // Marks what else is wrong.
            void form.handleSubmit(() => undefined)()
          }
          return
        }
        const fileType = byUrl ? undefined : kept?.kind
        void form.handleSubmit((typed) =>
          publish.send({ values: { ...typed, ...source }, fileType }),
        )(event)
      }}
    >
      <div role="group" aria-label={uploadTexts.mode} className="flex gap-1">
        <FilterTab active={!byUrl} onClick={() => setByUrl(false)}>
          {uploadTexts.file}
        </FilterTab>
        <FilterTab active={byUrl} onClick={() => setByUrl(true)}>
          {uploadTexts.url}
        </FilterTab>
      </div>
      {draft === null || !isSettled ? null : (
        <p role="status" className="text-13 text-ink-3">
          {draft.fileUrl === '' && state.phase === 'empty'
            ? uploadTexts.draftBack
            : uploadTexts.draftWhole}
        </p>
      )}
      {byUrl ? (
        <>
          <UploadAddress control={form.control} onAddress={suggestions.fromAddress} />
          {isHung ? <MakingStatus making={making} /> : null}
        </>
      ) : (
        <UploadWell
          upload={upload}
          making={making}
          unfinished={unfinished[0]}
          isDraggedOver={isDraggedOver}
          isHung={isHung}
          isMissed={isFileMissed}
          onFiles={takeFiles}
          onForget={(mark) => dropUnfinished(mark, { forget: true })}
        />
      )}
      <AltField
        control={form.control}
        hint={uploadTexts.altHints[byUrl ? 'image' : (upload.looks?.kind ?? 'image')]}
      />
      <WorkFields
        control={form.control}
        titleHint={
          values.title !== '' && values.title === suggestions.given.title
            ? uploadTexts.titleHint
            : undefined
        }
      />
      <UploadFoot busy={busy} />
    </form>
  )
}
