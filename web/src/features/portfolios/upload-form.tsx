import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { Controller, useForm, useWatch, type Control } from 'react-hook-form'
import { hasUnsent } from '../../lib/upload-state.ts'
import { useDroppedFiles } from '../../lib/use-dropped-files.ts'
import { useMaking } from '../../lib/use-making.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FilterTab } from '../../ui/tabs.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { fileNameFromUrl, titleFromFileName } from './file-name.ts'
import { hangingQuery } from './portfolio-api.ts'
import { refreshAfter } from './portfolio-cache.ts'
import { uploadTexts } from './upload-texts.ts'
import { uploadDraft } from './upload-draft.ts'
import { MakingStatus, UploadWell } from './upload-well.tsx'
import { usePublish } from './use-publish.ts'
import { useUpload } from './use-upload.ts'
import { AltField, WorkFields } from './work-fields.tsx'
import { createResolver, EMPTY_FORM, isEmptyForm, type WorkForm } from './work-form.ts'

interface AddressFieldsProps {
  control: Control<WorkForm>
  onAddress: (url: string) => void
}

const AddressFields = ({ control, onAddress }: AddressFieldsProps) => (
  <>
    <Controller
      control={control}
      name="fileUrl"
      render={({ field, fieldState }) => (
        <Field
          label={uploadTexts.urlLabel}
          hint={uploadTexts.urlHint}
          error={fieldState.error?.message}
          required
        >
          {(aria) => (
            <TextInput
              {...aria}
              {...field}
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder={uploadTexts.urlPlaceholder}
              onChange={(event) => {
                field.onChange(event)
                onAddress(event.target.value)
              }}
            />
          )}
        </Field>
      )}
    />
    <Controller
      control={control}
      name="fileName"
      render={({ field, fieldState }) => (
        <Field label={uploadTexts.fileName} error={fieldState.error?.message} required>
          {(aria) => <TextInput {...aria} {...field} autoComplete="off" />}
        </Field>
      )}
    />
  </>
)

/** Fields that follow the file's name until somebody writes something of their own. */
function useSuggestions(form: ReturnType<typeof useForm<WorkForm>>) {
  const [given, setGiven] = useState({ title: '', fileName: '' })
  const offer = (field: keyof typeof given, value: string) => {
    if (form.getValues(field) !== given[field]) return false
    form.setValue(field, value)
    return true
  }
  return {
    given,
    fromFile: (fileName: string) => {
      const title = titleFromFileName(fileName)
      if (offer('title', title)) setGiven({ ...given, title })
    },
    fromAddress: (url: string) => {
      const fileName = fileNameFromUrl(url)
      if (!offer('fileName', fileName)) return
      const title = titleFromFileName(fileName)
      setGiven({ fileName, title: offer('title', title) ? title : given.title })
    },
  }
}

interface UploadFormProps {
  viewerId: string
  /** Whether leaving now would lose something. */
  onUnsent: (unsent: boolean) => void
  onDone: () => void
}

export function UploadForm({ viewerId, onUnsent, onDone }: UploadFormProps) {
  const client = useQueryClient()
  const [draft] = useState(() => uploadDraft.read(sessionStorage, viewerId))
  const [byUrl, setByUrl] = useState((draft?.fileUrl ?? '') !== '')
  const form = useForm<WorkForm>({
    defaultValues: draft ?? EMPTY_FORM,
    resolver: createResolver(byUrl),
  })
  const values = useWatch({ control: form.control }) as WorkForm
  const suggestions = useSuggestions(form)
  const upload = useUpload(suggestions.fromFile)
  const publish = usePublish(form, upload.release)
  const { hung } = publish
  const kept = upload.state.phase === 'kept' ? upload.state.media : undefined
  const making = useMaking(hung?.picture.id ?? kept?.id, kept)

  const unsent = hung === null && (!isEmptyForm(values) || hasUnsent(upload.state))
  const tell = useEffectEvent(onUnsent)
  useEffect(() => tell(unsent), [unsent])
  useEffect(() => {
    if (hung === null) uploadDraft.keep(sessionStorage, viewerId, values)
    else uploadDraft.drop(sessionStorage, viewerId)
  }, [hung, values, viewerId])

  const hanging = useQuery({
    ...hangingQuery(hung?.id ?? ''),
    enabled: hung !== null && !hung.isListed,
  })
  const isOnWall = hung?.isListed === true || hanging.data?.isListed === true
  const finish = useEffectEvent(() => {
    if (hung === null) return
    toast({ title: uploadTexts.doneTitle, description: uploadTexts.done(hung.title) })
    onDone()
  })
  useEffect(() => {
    if (isOnWall) finish()
  }, [isOnWall])
  // Also when the dialog is shut before the sizes are made.
  const isHung = hung !== null
  useEffect(() => {
    if (!isHung) return
    return () => void refreshAfter(client, { type: 'create' })
  }, [client, isHung])

  const takeFiles = (files: FileList) => {
    const [first] = files
    if (!first || hung !== null || publish.isSending) return
    setByUrl(false)
    upload.choose(first)
    if (files.length > 1) toast({ title: uploadTexts.title, description: uploadTexts.oneOnly })
  }
  const isDraggedOver = useDroppedFiles(takeFiles)

  const source = byUrl
    ? { fileUrl: values.fileUrl, fileName: values.fileName }
    : { fileUrl: kept?.url ?? '', fileName: kept?.fileName ?? '' }
  const hasSource = source.fileUrl.trim() !== '' && source.fileName.trim() !== ''
  const busy =
    (hung !== null && uploadTexts.waiting) ||
    (publish.isSending && uploadTexts.publishing) ||
    (!byUrl && upload.state.phase === 'sending' && uploadTexts.uploading)

  return (
    <form
      noValidate
      className="form-dialog-body"
      onSubmit={(event) => {
        event.preventDefault()
        if (busy !== false) return
        if (!hasSource) {
          toast({
            title: uploadTexts.missingTitle,
            description: uploadTexts.missing,
            variant: 'destructive',
          })
          return
        }
        void form.handleSubmit((typed) => publish.send({ ...typed, ...source }))(event)
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
      {draft === null ? null : (
        <p role="status" className="text-13 text-ink-3">
          {draft.fileUrl === '' ? uploadTexts.draftBack : uploadTexts.draftBackWithUrl}
        </p>
      )}
      {byUrl ? (
        <>
          <AddressFields control={form.control} onAddress={suggestions.fromAddress} />
          {hung === null ? null : <MakingStatus making={making} />}
        </>
      ) : (
        <UploadWell
          state={upload.state}
          preview={upload.preview}
          making={making}
          isDraggedOver={isDraggedOver}
          isHung={isHung}
          onFiles={takeFiles}
          onClear={upload.clear}
          onAgain={upload.again}
        />
      )}
      <AltField control={form.control} />
      <WorkFields
        control={form.control}
        titleHint={
          values.title !== '' && values.title === suggestions.given.title
            ? uploadTexts.titleHint
            : undefined
        }
      />
      <div className="form-dialog-foot">
        <p className="text-14 text-ink-3">{uploadTexts.accepted}</p>
        <Button type="submit" variant="primary" busy={busy}>
          {uploadTexts.publish}
        </Button>
      </div>
    </form>
  )
}
