import { Link } from '@tanstack/react-router'
import { MessageCircle } from 'lucide-react'
import { CountDot } from '../../ui/layout/badge.tsx'
import { IconButton } from '../../ui/actions/icon-button.tsx'
import { messagesName, useUnreadMessages } from './unread.ts'

/** To the messages, with how many conversations wait to be read. */
export function MessagesLink() {
  const unread = useUnreadMessages()
  return (
    <IconButton name={messagesName(unread)} className="bar-icon" asChild>
      <Link to="/messages">
        <MessageCircle size={20} aria-hidden />
        <span aria-hidden className="absolute top-0 right-0">
          <CountDot value={unread} label="" />
        </span>
      </Link>
    </IconButton>
  )
}
