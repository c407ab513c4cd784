import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { createPost, type Post } from '@plinth/contract/posts/posts.ts'
import { sendForm, sentenceOf } from '../../../lib/api/api.ts'
import { prepareChecker } from '../../../lib/forms/contract.ts'
import { useDraft } from '../../../lib/forms/draft.ts'
import { useFilesForm } from '../../../lib/forms/use-files-form.ts'
import { mediaQuery } from '../../../lib/uploads/media-api.ts'
import { sendingTexts } from '../../../lib/uploads/upload-texts.ts'
import { useRestoredFiles, type RestoredFiles } from '../../../lib/uploads/use-restored-files.ts'
import { isPaused, isRefused, mediaOf, type UploadFile } from '../../../lib/uploads/files.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { toast, showError } from '../../../ui/feedback/toast.ts'
import { refreshAfterPost } from '../post-cache.ts'
import { FileColumn } from './post-files-column.tsx'
import { EMPTY_FIELDS, RENAMED, fieldProblems, formDataOf, type PostFields } from './post-form.ts'
import { PostFormFields } from './post-form-fields.tsx'
import { texts } from './post-form-texts.ts'
import { saveAlt, usePostUploads } from './use-post-uploads.ts'

interface CreatePostFormProps {
  viewerId: string
  /** How many files have not been uploaded. */
  onUnarrived: (files: number) => void
  onDone: () => void
}

/** A new post with its files, saved as a draft until it is posted. */
function useNewPost({ viewerId, onUnarrived, onDone }: CreatePostFormProps) {
  const client = useQueryClient()
  const router = useRouter()
  const draft = useDraft<PostFields>({ name: 'post-draft', owner: viewerId, empty: EMPTY_FIELDS })
  const uploads = usePostUploads(viewerId)
  const restored = useRestoredFiles(draft.saved?.files ?? [], { onFound: uploads.restore })
  const form = useFilesForm<PostFields, Post>({
    empty: EMPTY_FIELDS,
    draft,
    uploads,
    restored,
    onUnarrived,
    renamed: RENAMED,
    check: fieldProblems,
    prepare: prepareChecker,
    onWrong: ({ title }) => {
      if (title?.message === texts.wrong.title) showError(texts.wrong.titleTitle, texts.wrong.title)
    },
    isReady: (sound, isShort) => {
      const problem = isShort
        ? ([texts.files.notTakenTitle, texts.files.notTaken(lastRefused(uploads.files))] as const)
        : whyNotReady(client, sound)
      if (problem !== null) showError(...problem)
      return problem === null
    },
    send: async (fields, clientId) => {
      const files = uploads.files.filter((file) => !isRefused(file))
      await Promise.all(files.map(saveAlt))
      const urls = files.flatMap((file) => mediaOf(file)?.url ?? [])
      return sendForm(createPost, formDataOf(fields, { clientId, urls }))
    },
    onSent: async (post) => {
      const refreshed = refreshAfterPost(client, { type: 'create' })
      onDone()
      toast({
        title: texts.create.doneTitle,
        description: lineOf(post),
        action: {
          label: texts.create.view,
          onClick: () => void router.navigate({ to: '/post/$id', params: { id: post.id } }),
        },
      })
      await refreshed
    },
    onFailed: (error) =>
      showError(texts.create.failedTitle, sentenceOf(error, texts.create.failed)),
  })
  return { ...form, uploads }
}

const lastRefused = (files: readonly UploadFile[]) => files.findLast(isRefused)?.name ?? ''

/** Title and text of the error toast; null when the post can be sent with these files. */
function whyNotReady(
  client: QueryClient,
  sound: readonly UploadFile[],
): readonly [string, string] | null {
  if (sound.length === 0) return [texts.wrong.mediaTitle, texts.wrong.media]
  const paused = sound.find(isPaused)
  if (paused) return [texts.files.pausedTitle, texts.files.paused(paused.name)]
  const unready = sound.find((file) => {
    const media = mediaOf(file)
    if (media === undefined) return true
    return client.getQueryData(mediaQuery(media.id).queryKey)?.state === 'failed'
  })
  return unready ? [texts.files.notReadyTitle, texts.files.notReady(unready.name)] : null
}

function lineOf({ title, isReady, isPublic, media }: Post): string {
  if (!isPublic) return texts.create.donePrivate(title)
  return isReady
    ? texts.create.done(title)
    : texts.create.doneWaiting(media.some(({ kind }) => kind === 'video'))
}

export function CreatePostForm(props: CreatePostFormProps) {
  const { viewerId, onDone } = props
  const post = useNewPost(props)
  const { uploads, restored, waiting, isSending, isSent } = post
  const discard = () => {
    post.discard()
    post.form.setFocus('title')
  }
  return (
    <form noValidate className="form-dialog-body" onSubmit={post.submit}>
      {restored === null ? null : <CreatePostDraft restored={restored} onDiscard={discard} />}
      <div className="create-post-columns">
        <FileColumn viewerId={viewerId} uploads={uploads} locked={isSending || isSent} />
        <div className="flex min-w-0 flex-col gap-5">
          <PostFormFields control={post.control} />
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
            className={
              waiting === null ? 'min-w-26 max-tablet:flex-1' : 'min-w-48 max-tablet:flex-1'
            }
            busy={
              (isSending && texts.create.posting) ||
              (waiting !== null && texts.create.waiting(waiting))
            }
          >
            {texts.create.post}
          </Button>
        </div>
      </div>
    </form>
  )
}

/** Tells that a draft was restored and which of its files are missing, with a button to discard it. */
const CreatePostDraft = ({
  restored: { gone, unsure },
  onDiscard,
}: {
  restored: RestoredFiles
  onDiscard: () => void
}) => (
  <p className="text-14 text-ink-2">
    <span role="status">
      {texts.draft.restored}
      {gone === 0 ? null : ` ${texts.draft.gone(gone)}`}
      {unsure.length === 0 ? null : ` ${texts.draft.unsure}`}
    </span>{' '}
    <button type="button" className="text-link hit" onClick={onDiscard}>
      {texts.draft.discard}
    </button>
  </p>
)
