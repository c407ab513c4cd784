import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listAdminPosts } from '@plinth/contract/moderation/admin.ts'
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_TITLE_LENGTH,
  MAX_URL_LENGTH,
} from '@plinth/contract/limits.ts'
import { createPost } from '@plinth/contract/posts/posts.ts'
import { call, isUnauthorized, sentenceOf } from '../../../lib/api/api.ts'
import { useSendOnce } from '../../../lib/forms/use-send-once.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Dialog, DialogFooter } from '../../../ui/overlay/dialog.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { TextArea, TextInput } from '../../../ui/form/text-input.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { categoriesQuery, refreshAdmin } from '../admin-api.ts'
import { texts as all } from '../admin-texts.ts'
import { contentTexts, createTexts as texts } from './content-texts.ts'

const EMPTY = { title: '', mediaUrl: '', description: '', type: 'image', category: '' }
type Fields = typeof EMPTY
const TYPES = (['image', 'video'] as const).map((value) => ({ value, label: texts.types[value] }))

/** Creates a post whose file the server downloads from a URL. The fields are cleared only once it succeeds. */
export const CreatePostDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const [fields, setFields] = useState(EMPTY)
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => {
        if (!stays) onClose()
      }}
      title={texts.title}
      description={texts.says}
      width="narrow"
    >
      <CreateForm
        fields={fields}
        onFields={setFields}
        onClose={onClose}
        onDone={() => {
          setFields(EMPTY)
          onClose()
        }}
      />
    </Dialog>
  )
}

function useCreate(onDone: () => void) {
  const client = useQueryClient()
  return useSendOnce({
    send: ({ title, mediaUrl, description, type, category }: Fields) =>
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
      onDone()
      toast({ title: texts.done, description: title, variant: 'success' })
      await refreshAdmin(client, listAdminPosts)
    },
    onFailed: (error) => {
      if (isUnauthorized(error)) return
      toast({
        title: texts.failed,
        description: sentenceOf(error, contentTexts.tryLater),
        variant: 'destructive',
      })
    },
  })
}

interface CreateFormProps {
  fields: Fields
  onFields: (fields: Fields) => void
  onClose: () => void
  onDone: () => void
}

function CreateForm({ fields, onFields, onClose, onDone }: CreateFormProps) {
  const [asked, setAsked] = useState(false)
  const { data: categories = [] } = useQuery(categoriesQuery)
  const create = useCreate(onDone)
  const missing = (name: 'title' | 'mediaUrl') => asked && fields[name].trim() === ''
  const set = (change: Partial<Fields>) => onFields({ ...fields, ...change })
  return (
    <form
      noValidate
      className="mt-5 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(true)
        const first = (['title', 'mediaUrl'] as const).find((name) => fields[name].trim() === '')
        if (first === undefined) create.send(fields)
        else event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
      }}
    >
      <Field
        label={texts.heading}
        error={missing('title') ? texts.titleMissing : undefined}
        required
      >
        {(aria) => (
          <TextInput
            {...aria}
            name="title"
            value={fields.title}
            maxLength={MAX_TITLE_LENGTH}
            onChange={({ target }) => set({ title: target.value })}
          />
        )}
      </Field>
      <Field
        label={texts.mediaUrl}
        hint={texts.mediaHint}
        error={missing('mediaUrl') ? texts.mediaMissing : undefined}
        required
      >
        {(aria) => (
          <TextInput
            {...aria}
            name="mediaUrl"
            type="url"
            inputMode="url"
            value={fields.mediaUrl}
            maxLength={MAX_URL_LENGTH}
            onChange={({ target }) => set({ mediaUrl: target.value })}
          />
        )}
      </Field>
      <Field label={texts.description} optional>
        {(aria) => (
          <TextArea
            {...aria}
            rows={3}
            value={fields.description}
            maxLength={MAX_DESCRIPTION_LENGTH}
            onChange={({ target }) => set({ description: target.value })}
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
              onValueChange={(type) => set({ type })}
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
              onValueChange={(category) => set({ category })}
            />
          )}
        </Field>
      </div>
      <DialogFooter className="mt-2!">
        <Button onClick={onClose}>{all.cancel}</Button>
        <Button type="submit" variant="primary" busy={create.isSending && texts.sending}>
          {texts.send}
        </Button>
      </DialogFooter>
    </form>
  )
}
