import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listAdminPosts } from '@plinth/contract/moderation/admin.ts'
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_TITLE_LENGTH,
  MAX_URL_LENGTH,
} from '@plinth/contract/limits.ts'
import { createPost, type Post } from '@plinth/contract/posts/posts.ts'
import { call, sentenceOf } from '../../../lib/api/api.ts'
import { useDraft } from '../../../lib/forms/draft.ts'
import type { Problems } from '../../../lib/forms/problems.ts'
import { useDraftForm } from '../../../lib/forms/use-draft-form.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Dialog, DialogFooter } from '../../../ui/overlay/dialog.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { TextArea, TextInput } from '../../../ui/form/text-input.tsx'
import { showError, toast } from '../../../ui/feedback/toast.ts'
import { categoriesQuery, refreshAdmin } from '../admin-api.ts'
import { texts as all } from '../admin-texts.ts'
import { contentTexts, createTexts as texts } from './content-texts.ts'

const EMPTY = { title: '', mediaUrl: '', description: '', type: 'image', category: '' }
type Fields = typeof EMPTY
const TYPES = (['image', 'video'] as const).map((value) => ({ value, label: texts.types[value] }))

interface CreatePostDialogProps {
  viewerId: string
  open: boolean
  onClose: () => void
}

/** Creates a post whose file the server downloads from a URL. */
export const CreatePostDialog = ({ open, ...props }: CreatePostDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={(stays) => {
      if (!stays) props.onClose()
    }}
    title={texts.title}
    description={texts.says}
    width="narrow"
  >
    <CreateForm {...props} />
  </Dialog>
)

const problemsIn = ({ title, mediaUrl }: Fields): Problems => ({
  ...(title.trim() === '' ? { title: texts.titleMissing } : {}),
  ...(mediaUrl.trim() === '' ? { mediaUrl: texts.mediaMissing } : {}),
})

function useCreate({ viewerId, onClose }: Omit<CreatePostDialogProps, 'open'>) {
  const client = useQueryClient()
  return useDraftForm<Fields, Post>({
    empty: EMPTY,
    draft: useDraft({ name: 'admin.post', owner: viewerId, empty: EMPTY }),
    check: problemsIn,
    renamed: { categoryId: 'category' },
    send: ({ title, mediaUrl, description, type, category }) =>
      call(createPost, {
        body: {
          title: title.trim(),
          mediaUrl: mediaUrl.trim(),
          description: description.trim(),
          type: type === 'video' ? 'video' : 'image',
          ...(category === '' ? {} : { categoryId: Number(category) }),
        },
      }),
    onSent: async ({ title }) => {
      onClose()
      toast({ title: texts.done, description: title, variant: 'success' })
      await refreshAdmin(client, listAdminPosts)
    },
    onFailed: (error) => showError(texts.failed, sentenceOf(error, contentTexts.tryLater)),
  })
}

function CreateForm(props: Omit<CreatePostDialogProps, 'open'>) {
  const { data: categories = [] } = useQuery(categoriesQuery)
  const { form, fields, errors, isSending, submit } = useCreate(props)
  return (
    <form noValidate className="mt-5 grid gap-4" onSubmit={submit}>
      <Field label={texts.heading} error={errors.title?.message} required>
        {(aria) => <TextInput {...aria} {...form.register('title')} maxLength={MAX_TITLE_LENGTH} />}
      </Field>
      <Field
        label={texts.mediaUrl}
        hint={texts.mediaHint}
        error={errors.mediaUrl?.message}
        required
      >
        {(aria) => (
          <TextInput
            {...aria}
            {...form.register('mediaUrl')}
            type="url"
            inputMode="url"
            maxLength={MAX_URL_LENGTH}
          />
        )}
      </Field>
      <Field label={texts.description} error={errors.description?.message} optional>
        {(aria) => (
          <TextArea
            {...aria}
            {...form.register('description')}
            rows={3}
            maxLength={MAX_DESCRIPTION_LENGTH}
          />
        )}
      </Field>
      <div className="grid gap-4 tablet:grid-cols-2">
        <Field label={texts.type}>
          {(aria) => (
            <Select
              {...aria}
              options={TYPES}
              value={fields.type === 'video' ? 'video' : 'image'}
              onValueChange={(type) => form.setValue('type', type)}
            />
          )}
        </Field>
        <Field label={texts.category} optional>
          {(aria) => (
            <Select
              {...aria}
              options={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={fields.category === '' ? undefined : fields.category}
              placeholder={texts.noCategory}
              onValueChange={(category) => form.setValue('category', category)}
            />
          )}
        </Field>
      </div>
      <DialogFooter className="mt-2!">
        <Button onClick={props.onClose}>{all.cancel}</Button>
        <Button type="submit" variant="primary" busy={isSending && texts.sending}>
          {texts.send}
        </Button>
      </DialogFooter>
    </form>
  )
}
