import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { MediaKind } from '@plinth/contract/media/media.ts'
import { createPortfolio, type PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { call, isUnauthorized, sentenceOf } from '../../../lib/api/api.ts'
import { showFieldErrors } from '../../../lib/forms/form-problems.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { uploadTexts } from './upload-texts.ts'
import { FIELD_LABELS } from '../work/work-fields.tsx'
import { createBodyOf, type WorkForm } from '../work/work-form.ts'

interface Publishing {
  values: WorkForm
  /** Where it is known before the server has looked. */
  fileType: MediaKind | undefined
}

/** Sends the work once; `hung` is what the server made of it. */
export function usePublish(form: UseFormReturn<WorkForm>, onHung: () => void) {
  const [hung, setHung] = useState<PortfolioItem | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: ({ values, fileType }: Publishing) =>
      call(createPortfolio, { body: { ...createBodyOf(values), fileType } }),
    onSuccess: (work) => {
      onHung()
      setHung(work)
    },
    onError: (error) => {
      if (isUnauthorized(error)) return
      showFieldErrors(form, error, FIELD_LABELS)
      toast({
        title: uploadTexts.failedTitle,
        description: sentenceOf(error, uploadTexts.sendFailed),
        variant: 'destructive',
      })
    },
  })
  return { hung, isSending: isPending, send: mutate }
}
