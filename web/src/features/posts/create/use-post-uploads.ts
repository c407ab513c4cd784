import { MAX_POST_MEDIA } from '@plinth/contract/limits.ts'
import { updateMedia, type Media } from '@plinth/contract/media/media.ts'
import { call } from '../../../lib/api/api.ts'
import { PICTURES_AND_VIDEOS, refusalOf } from '../../../lib/uploads/file-rules.ts'
import { mediaOf, type UploadFile } from '../../../lib/uploads/files.ts'
import { useUploads } from '../../../lib/uploads/use-uploads.ts'
import { showError } from '../../../ui/feedback/toast.ts'
import { texts } from './post-form-texts.ts'

const SENTENCES = {
  too_large: texts.files.tooLargeLine,
  unsupported: texts.files.unsupported,
  empty: texts.files.empty,
}

function sentenceAgainst(file: File): string | null {
  const refusal = refusalOf(file, PICTURES_AND_VIDEOS)
  if (refusal === 'too_large') showError(texts.files.tooLargeTitle, texts.files.tooLarge(file.name))
  return refusal && SENTENCES[refusal](file.name)
}

/** Saves a file's alternative text on the server if it has changed. */
export async function saveAlt(file: UploadFile): Promise<Media | undefined> {
  const media = mediaOf(file)
  const alt = file.alt.trim()
  if (media === undefined || alt === media.picture.alt) return media
  return call(updateMedia, { params: { id: media.id }, body: { alt } })
}

/** The files of a new post with their alternative texts. */
export function usePostUploads(viewerId: string) {
  const uploads = useUploads({
    viewerId,
    place: 'post',
    most: MAX_POST_MEDIA,
    hasPreviews: true,
    refusalOf: sentenceAgainst,
    onTooMany: () => showError(texts.files.tooManyTitle, texts.files.tooMany),
    // A file named like a picture can turn out to be another kind that Plinth accepts elsewhere.
    refuseMedia: ({ kind }, name) =>
      PICTURES_AND_VIDEOS.includes(kind) ? null : texts.files.unsupported(name),
  })
  return {
    ...uploads,
    /** Saves the alternative text on the server, so that it survives leaving the page. */
    saveAlt: async (file: UploadFile) => {
      const media = await saveAlt(file)
      if (media) uploads.update(file.key, media)
    },
  }
}
export type PostUploads = ReturnType<typeof usePostUploads>
