import { Captions } from 'lucide-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MAX_CAPTIONS_BYTES } from '@plinth/contract/limits.ts'
import { deleteCaptions, type Media } from '@plinth/contract/media/media.ts'
import { call, isUnauthorized, sentenceOf } from '../../../lib/api/api.ts'
import { putAnswer } from '../../../lib/cache/writes.ts'
import { bytes } from '../../../lib/format/format.ts'
import { mediaQuery, sendCaptions } from '../../../lib/uploads/media-api.ts'
import { ChooseFile } from '../../../ui/form/choose-file.tsx'
import { showError } from '../../../ui/feedback/toast.ts'
import { texts } from './post-form-texts.ts'

const ACCEPTED = 'text/vtt,application/x-subrip,.vtt,.srt'

const refuse = (description: string) => showError(texts.captions.failedTitle, description)

interface PostCaptionsProps {
  mediaId: string
  /** Which video, if there are several. */
  name: string
  has: boolean
  onChanged?: (media: Media) => void
}

/** Adds, replaces or removes the captions of one's own video, without waiting for the form. */
export function PostCaptions({ mediaId, name, has, onChanged }: PostCaptionsProps) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (file: File | null) =>
      file === null
        ? call(deleteCaptions, { params: { id: mediaId } })
        : sendCaptions(mediaId, file),
    onSuccess: (media) => {
      putAnswer(client, mediaQuery(mediaId), media)
      onChanged?.(media)
    },
    onError: (error) => {
      if (!isUnauthorized(error)) refuse(sentenceOf(error, texts.create.failed))
    },
  })
  const choose = ([file]: FileList) => {
    if (!file || isPending) return
    if (file.size > MAX_CAPTIONS_BYTES) refuse(texts.captions.tooLarge(bytes(MAX_CAPTIONS_BYTES)))
    else mutate(file)
  }
  return (
    <p className="flex min-h-5 flex-wrap items-center gap-x-4 gap-y-1 text-14 text-ink-3">
      <span role="status" className="flex items-center gap-1.5">
        <Captions size={18} aria-hidden />
        {isPending ? texts.captions.busy : has ? texts.captions.has : texts.captions.none}
      </span>
      <ChooseFile accept={ACCEPTED} className="text-link hit" onFiles={choose}>
        {has ? texts.captions.change : texts.captions.add}
        <span className="sr-only"> {texts.captions.of(name)}</span>
      </ChooseFile>
      {has ? (
        <button
          type="button"
          className="text-link hit"
          aria-label={texts.captions.removeOf(name)}
          disabled={isPending}
          onClick={() => mutate(null)}
        >
          {texts.captions.remove}
        </button>
      ) : null}
    </p>
  )
}
