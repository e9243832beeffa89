import { VisuallyHidden } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../platform/use-format.ts'
import classes from './chat.module.css'
import { useUnread } from './chat-queries.ts'

/** How many messages of a trip's chat are unread, in a list of trips; nothing without one. */
export const UnreadChat = ({ booking }: { readonly booking: string }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const count = useUnread(booking)
  if (count === 0) return null
  return (
    <span className={classes.inList}>
      <IconMessageCircle size={16} stroke={2} aria-hidden />
      <VisuallyHidden>{t('chat_unread', { count })}</VisuallyHidden>
      <span aria-hidden>{format.number(count)}</span>
    </span>
  )
}
