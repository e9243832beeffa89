import { UnstyledButton } from '@mantine/core'
import type { Role } from '@remis/domain/kit/endpoint'
import { unreadMost } from '@remis/domain/notices/notices-routes'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/use-format.ts'
import { Dropdown } from '../../ui/dialogs/Dropdown.tsx'
import { ScreenSpinner } from '../Screen.tsx'
import controls from '../controls.module.css'
import classes from './notices.module.css'
import { unreadQuery } from './notice-queries.ts'
import { useNotices } from './live-shell.ts'

const NoticePanel = lazy(async () => ({ default: (await import('./NoticePanel.tsx')).NoticePanel }))

/** The bell of every signed-in screen: unread notices as a number, the list on a press [design/live-60]. */
export const NoticeBell = ({ role }: { role: Role }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [opened, setOpened] = useState(false)
  const { data: unread = 0 } = useQuery(unreadQuery)
  useNotices(role)
  const shown = unread >= unreadMost ? `${format.number(unreadMost - 1)}+` : format.number(unread)
  const label = unread === 0 ? t('notices') : t('notices_unread', { shown })
  return (
    <Dropdown
      opened={opened}
      onChange={setOpened}
      width={380}
      radius="md"
      middlewares={{ flip: false, shift: { padding: 8 } }}
      label={t('notices')}
      panel={{ className: classes.panel ?? '' }}
      button={
        <UnstyledButton
          className={`${controls.icon} ${classes.bell}`}
          aria-label={label}
          title={label}
          onClick={() => setOpened(!opened)}
        >
          <IconBell size={20} stroke={1.75} aria-hidden />
          {unread > 0 && (
            <span className={classes.count} aria-hidden>
              {shown}
            </span>
          )}
        </UnstyledButton>
      }
    >
      {opened && (
        <Suspense fallback={<ScreenSpinner />}>
          <NoticePanel role={role} onFollow={() => setOpened(false)} />
        </Suspense>
      )}
    </Dropdown>
  )
}
