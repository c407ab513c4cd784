import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { fileNameFromUrl, titleFromFileName } from './file-name.ts'
import type { WorkForm } from '../work/work-form.ts'

/** Fields that follow the file's name until somebody writes something of their own. */
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
