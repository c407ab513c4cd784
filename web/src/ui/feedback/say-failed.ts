import { toast } from './toast.ts'

/** A small thing did not work, and can be tried again where it was said. */
export const sayFailed = (description: string, again: () => void): string =>
  toast({
    title: 'Error',
    description,
    variant: 'destructive',
    action: { label: 'Try again', onClick: again },
  })
