import './thread.css'
import { useRef } from 'react'
import type { Attachment } from '@plinth/contract/messages/messages.ts'
import type { Creator } from '@plinth/contract/people/users.ts'
import { ThreadFiles } from './thread-files.tsx'
import { useRenewedLinks, type LinkSource } from './use-file-links.ts'

interface SentFilesProps {
  files: Attachment[]
  sender: Creator
  source: LinkSource
}

/** Files that somebody sent, on another screen than their conversation, with the styles they need. */
export function SentFiles({ files, sender, source }: SentFilesProps) {
  const place = useRef<HTMLDivElement>(null)
  const links = useRenewedLinks(source, place)
  return (
    <div ref={place}>
      <ThreadFiles message={{ attachments: files, sender }} links={links} />
    </div>
  )
}
