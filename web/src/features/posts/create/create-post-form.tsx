import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useForm, useWatch, type FieldErrors } from 'react-hook-form'
import { newClientId } from '../../lib/client-id.ts'
import { mediaQuery } from '../../../lib/uploads/media-uploads.ts'
import { isPaused, isRefused, mediaOf } from '../../lib/sent-files.ts'
import { sendingTexts } from '../../../lib/uploads/upload-texts.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { CreatePostDraft } from './create-post-draft.tsx'
import { useSendPost } from './create-post-send.ts'
import { postDraft } from './post-draft.ts'
import { useRestoredFiles } from './post-draft-restored.ts'
import { FileColumn } from './post-files-column.tsx'
import { EMPTY_FIELDS, fieldsResolver, type PostFields } from './post-form.ts'
import { PostFormFields } from './post-form-fields.tsx'
import { texts } from './post-form-texts.ts'
import { usePostUploads } from './post-uploads.ts'

const refuse = (title: string, description: string) =>
  toast({ title, description, variant: 'destructive' })

interface CreatePostFormProps {
  viewerId: string
  /** How many files have not arrived. */
  onUnarrived: (files: number) => void
  onDone: () => void
}

export function CreatePostForm({ viewerId, onUnarrived, onDone }: CreatePostFormProps) {
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => postDraft.read(localStorage, viewerId))
  const [clientId, setClientId] = useState(() => draft?.clientId ?? newClientId())
  const form = useForm<PostFields>({
    defaultValues: draft?.fields ?? EMPTY_FIELDS,
    resolver: fieldsResolver,
  })
  const fields = useWatch({ control: form.control }) as PostFields
  const uploads = usePostUploads(viewerId)
  const { files, pending } = uploads
  const unarrived = pending + files.filter(isPaused).length
  const restored = useRestoredFiles(draft, uploads.restore)
  /** Pressed while files were on their way: it goes out with the last of them. How many were refused then. */
  const [armed, setArmed] = useState<number | null>(null)
  const sending = useSendPost(form, () => {
    postDraft.drop(localStorage, viewerId)
    onDone()
  })
  const { isPending: isSending, isSuccess: isSent } = sending

  const tellUnarrived = useEffectEvent(onUnarrived)
  useEffect(() => tellUnarrived(unarrived), [unarrived])
  useEffect(() => () => tellUnarrived(0), [])

  const kept = files.flatMap((file) => {
    const media = mediaOf(file)
    return media === undefined ? [] : [{ id: media.id, alt: file.alt }]
  })
  const unsent = { clientId, fields, files: [...kept, ...(restored?.unsure ?? [])] }
  // What a draft remembers is not written over before it is known what is left of it.
  const isSettled = restored !== null && !isSent
  useEffect(() => {
    if (isSettled) postDraft.keep(localStorage, viewerId, unsent)
  })

  const isUnready = (file: (typeof files)[number]) => {
    const media = mediaOf(file)
    if (media === undefined) return true
    return client.getQueryData(mediaQuery(media.id).queryKey)?.state === 'failed'
  }
  const send = (typed: PostFields) => {
    const sound = files.filter((file) => !isRefused(file))
    const refused = files.filter(isRefused)
    setArmed(pending > 0 && sound.length > 0 ? (armed ?? refused.length) : null)
    if (sound.length === 0) {
      refuse(texts.wrong.mediaTitle, texts.wrong.media)
      return
    }
    if (pending > 0) return
    // Nobody meant to post without a file that turned out meanwhile to be none.
    if (armed !== null && refused.length > armed) {
      refuse(texts.files.notTakenTitle, texts.files.notTaken(refused.at(-1)?.name ?? ''))
      return
    }
    const paused = sound.find(isPaused)
    if (paused) {
      refuse(texts.files.pausedTitle, texts.files.paused(paused.name))
      return
    }
    const unready = sound.find(isUnready)
    if (unready) {
      refuse(texts.files.notReadyTitle, texts.files.notReady(unready.name))
      return
    }
    sending.mutate({ fields: typed, files: sound, clientId })
  }
  const explain = (errors: FieldErrors<PostFields>) => {
    setArmed(null)
    if (errors.title?.message === texts.wrong.title) {
      refuse(texts.wrong.titleTitle, texts.wrong.title)
    }
  }
  const submit = () => {
    if (!isSending && !isSent) void form.handleSubmit(send, explain)()
  }
  const goOn = useEffectEvent(() => {
    if (armed !== null) submit()
  })
  useEffect(() => {
    if (pending === 0) goOn()
  }, [pending])

  const discard = () => {
    uploads.removeAll()
    postDraft.drop(localStorage, viewerId)
    form.reset(EMPTY_FIELDS)
    setClientId(newClientId())
    setDraft(null)
    form.setFocus('title')
  }
  return (
    <form
      noValidate
      className="form-dialog-body"
      onSubmit={(event) => {
        event.preventDefault()
        if (armed === null) submit()
      }}
    >
      {draft === null || restored === null ? null : (
        <CreatePostDraft restored={restored} onDiscard={discard} />
      )}
      <div className="create-post-columns">
        <FileColumn viewerId={viewerId} uploads={uploads} locked={isSending || isSent} />
        <div className="flex min-w-0 flex-col gap-5">
          <PostFormFields control={form.control} />
        </div>
      </div>
      <div className="form-dialog-foot">
        <p className="text-14 text-ink-3 max-tablet:hidden">
          {texts.files.limits} {/* In a tab of its own: the form must not be left. */}
          <a href="/limits" target="_blank" rel="noopener" className="text-link hit">
            {sendingTexts.allLimits}
          </a>
        </p>
        <div className="flex gap-2 max-tablet:w-full">
          <Button variant="quiet" onClick={onDone}>
            {texts.create.cancel}
          </Button>
          <Button
            type="submit"
            variant="primary"
            className={armed === null ? 'min-w-26 max-tablet:flex-1' : 'min-w-48 max-tablet:flex-1'}
            busy={
              (isSending && texts.create.posting) ||
              (armed !== null && texts.create.waiting(pending))
            }
          >
            {texts.create.post}
          </Button>
        </div>
      </div>
    </form>
  )
}
