import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { createPortfolio, type PortfolioItem } from '@plinth/contract/portfolios.ts'
import { ApiError, call, isUnauthorized, sentenceOf } from '../../lib/api.ts'
import { toast } from '../../ui/toast.ts'
import { texts } from './portfolio-texts.ts'
import { FIELD_LABELS } from './work-fields.tsx'
import { createBodyOf, fieldSentence, type WorkForm } from './work-form.ts'

/** What the server has against single fields lands on them; true when there was any. */
export function showFieldErrors(form: UseFormReturn<WorkForm>, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  let landed = false
  for (const [name, remark] of Object.entries(error.fields)) {
    const label = FIELD_LABELS[name]
    if (label === undefined) continue
    form.setError(name as keyof WorkForm, { message: fieldSentence(label, remark) })
    landed = true
  }
  return landed
}

/** Sends the work once; `hung` is what the server made of it. */
export function usePublish(form: UseFormReturn<WorkForm>, onHung: () => void) {
  const [hung, setHung] = useState<PortfolioItem | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: (values: WorkForm) => call(createPortfolio, { body: createBodyOf(values) }),
    onSuccess: (work) => {
      onHung()
      setHung(work)
    },
    onError: (error) => {
      if (isUnauthorized(error)) return
      showFieldErrors(form, error)
      toast({
        title: texts.upload.failedTitle,
        description: sentenceOf(error, texts.upload.sendFailed),
        variant: 'destructive',
      })
    },
  })
  return { hung, isSending: isPending, send: mutate }
}
