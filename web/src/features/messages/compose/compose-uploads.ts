import { MAX_MESSAGE_MEDIA } from '@plinth/contract/limits.ts'
import { ANY_KIND, refusalOf } from '../../../lib/uploads/file-rules.ts'
import { useUploads } from '../../../lib/uploads/use-uploads.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { composeTexts as texts } from './compose-texts.ts'

function sentenceAgainst(file: File): string | null {
  const refusal = refusalOf(file, ANY_KIND)
  return refusal && texts.files[refusal](file.name)
}

/** The files of a message in the making. */
export const useMessageUploads = (viewerId: string) =>
  useUploads({
    viewerId,
    place: 'message',
    most: MAX_MESSAGE_MEDIA,
    refusalOf: sentenceAgainst,
    onTooMany: () =>
      toast({
        title: texts.files.tooManyTitle,
        description: texts.files.tooMany,
        variant: 'destructive',
      }),
  })
