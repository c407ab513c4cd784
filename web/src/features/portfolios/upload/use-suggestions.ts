import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { MAX_FILE_NAME_LENGTH } from '@plinth/contract/limits.ts'
import type { WorkForm } from '../form/work-form.ts'

/** Fills in title and file name from the file until somebody types their own. */
export function useSuggestions(form: UseFormReturn<WorkForm>) {
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

/** `moon-over-six-hills.tif` → `moon-over-six-hills`; a name that is only an extension stays. */
export function titleFromFileName(fileName: string): string {
  const name = fileName.trim()
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}

/** The last part of a URL's path, readable; an empty text when there is none yet. */
export function fileNameFromUrl(text: string): string {
  if (!URL.canParse(text)) return ''
  const last = new URL(text).pathname.split('/').findLast((part) => part !== '') ?? ''
  try {
    return decodeURIComponent(last).slice(0, MAX_FILE_NAME_LENGTH)
  } catch {
    return last.slice(0, MAX_FILE_NAME_LENGTH)
  }
}
