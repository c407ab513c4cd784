import { checkFresh } from '@plinth/contract/people/session.ts'
import { call } from '../../lib/api/api.ts'
import { useSendOnce } from '../../lib/forms/use-send-once.ts'
import { showCallError } from './unauthorized.ts'

/** Saves a file that needs a fresh sign-in. Asked beforehand, because the browser would show the refusal as a page. */
export const useFreshFile = (resume: string, failed: string) =>
  useSendOnce({
    resume,
    send: (_url: string) => call(checkFresh),
    onSent: (_, url) => location.assign(url),
    onFailed: (error) => showCallError(error, failed, ''),
  })
