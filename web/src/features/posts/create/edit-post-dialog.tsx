import '../../../styles/form-dialog.css'
import './create-post.css'
import { useQueryClient } from '@tanstack/react-query'
import { Fragment, useEffect, useEffectEvent, useState } from 'react'
import { MAX_ALT_LENGTH } from '@plinth/contract/limits.ts'
import { updateMedia, type Media } from '@plinth/contract/media/media.ts'
import { updatePost, type Post, type PostMedia } from '@plinth/contract/posts/posts.ts'
import { call, sentenceOf } from '../../../lib/api/api.ts'
import { prepareChecker } from '../../../lib/forms/contract.ts'
import { useDraftForm } from '../../../lib/forms/use-draft-form.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ConfirmDialog, Dialog, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { TextArea } from '../../../ui/form/text-input.tsx'
import { toast, showError } from '../../../ui/feedback/toast.ts'
import { PostCaptions } from './post-captions.tsx'
import { patchPost, refreshAfterPost } from '../post-cache.ts'
import { RENAMED, fieldProblems, fieldsOf, updateBodyOf, type PostFields } from './post-form.ts'
import { PostFormFields } from './post-form-fields.tsx'
import { texts } from './post-form-texts.ts'
import { ownerTexts } from '../page/post-owner-texts.ts'

interface EditPostDialogProps {
  post: Post
  open: boolean
  onClose: () => void
}

/** The owner's form for everything but the files. */
export function EditPostDialog({ post, open, onClose }: EditPostDialogProps) {
  const [changed, setChanged] = useState(false)
  const [asking, setAsking] = useState(false)
  const leave = () => {
    if (changed) setAsking(true)
    else onClose()
  }
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={whenClosed(leave)}
        title={ownerTexts.editTitle}
        className="form-dialog"
      >
        <EditPostForm post={post} onChanged={setChanged} onLeave={leave} onDone={onClose} />
      </Dialog>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={ownerTexts.leaveTitle}
        description={ownerTexts.leaveText}
        keep={ownerTexts.stay}
        confirm={ownerTexts.leave}
        onConfirm={() => {
          setAsking(false)
          onClose()
        }}
      />
    </>
  )
}

const withVideo =
  ({ id, video }: Media) =>
  (post: Post): Post => ({
    ...post,
    media: post.media.map((one) => (one.picture.id === id ? { ...one, video } : one)),
  })

const altsOf = (post: Post) => post.media.map(({ picture }) => picture.alt)

function EditPostForm({
  post,
  onChanged,
  onLeave,
  onDone,
}: {
  post: Post
  onChanged: (changed: boolean) => void
  onLeave: () => void
  onDone: () => void
}) {
  const client = useQueryClient()
  const [alts, setAlts] = useState(() => altsOf(post))
  const form = useDraftForm<PostFields, Post>({
    empty: fieldsOf(post),
    draft: null,
    check: fieldProblems,
    prepare: prepareChecker,
    renamed: RENAMED,
    send: async (fields) => {
      await Promise.all(
        post.media.map(async ({ picture }, index) => {
          const alt = alts[index]?.trim() ?? ''
          if (alt === picture.alt) return
          await call(updateMedia, { params: { id: picture.id }, body: { alt } })
        }),
      )
      return call(updatePost, { params: { id: post.id }, body: updateBodyOf(fields) })
    },
    onSent: async (saved) => {
      patchPost(client, saved.id, () => saved)
      onDone()
      toast({ title: ownerTexts.saved, description: saved.title })
      await refreshAfterPost(client, { type: 'update', id: saved.id })
    },
    onFailed: (error) => showError(ownerTexts.saveFailedTitle, sentenceOf(error, ownerTexts.again)),
  })
  const isChanged = form.isDirty || altsOf(post).some((alt, index) => alt !== alts[index])
  const tell = useEffectEvent(onChanged)
  useEffect(() => tell(isChanged), [isChanged])
  useEffect(() => () => tell(false), [])
  return (
    <form noValidate className="form-dialog-body" onSubmit={form.submit}>
      <PostFormFields control={form.control} />
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 text-14 font-semibold text-ink">{ownerTexts.pictures}</legend>
        {post.media.map((media, index) => (
          <Fragment key={media.picture.id}>
            <AltRow
              media={media}
              label={ownerTexts.pictureAlt(index + 1, post.media.length)}
              alt={alts[index] ?? ''}
              onChange={(alt) => setAlts(alts.with(index, alt))}
            />
            {media.video === null ? null : (
              <PostCaptions
                mediaId={media.picture.id}
                name={texts.captions.file(index + 1)}
                has={media.video.captionsUrl !== null}
                onChanged={(changed) => patchPost(client, post.id, withVideo(changed))}
              />
            )}
          </Fragment>
        ))}
      </fieldset>
      <div className="form-dialog-foot">
        <Button variant="quiet" onClick={onLeave}>
          {ownerTexts.cancel}
        </Button>
        <Button type="submit" variant="primary" busy={form.isSending && ownerTexts.saving}>
          {ownerTexts.save}
        </Button>
      </div>
    </form>
  )
}

const AltRow = ({
  media,
  label,
  alt,
  onChange,
}: {
  media: PostMedia
  label: string
  alt: string
  onChange: (alt: string) => void
}) => (
  <div className="flex items-center gap-3.5">
    <span className="post-file-face relative shrink-0 w-14 h-11">
      <Picture picture={pictureSources(media.picture)} sizes="56px" fit="cover" alt="" />
    </span>
    <Field label={label} labelHidden className="flex-1">
      {(aria) => (
        <TextArea
          {...aria}
          rows={1}
          value={alt}
          maxLength={MAX_ALT_LENGTH}
          placeholder={texts.files.altPlaceholder}
          className="post-alt"
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  </div>
)
