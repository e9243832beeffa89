import '../../ui/mantine-parts.ts'
import { Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import type { Role } from '@remis/domain/kit/endpoint'
import { noticePath } from '@remis/domain/notices/notice-path'
import type { NoticeView } from '@remis/domain/notices/notices-api'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { useSession } from '../../platform/api/session.ts'
import { whileVisible } from '../../platform/page/while-visible.ts'
import { useFormat } from '../../platform/use-format.ts'
import cards from '../../ui/parts/CardPage.module.css'
import classes from './notices.module.css'
import { noticePages, markNoticesSeen, unseenIn } from './notice-queries.ts'
import { noticeWords } from './notice-words.ts'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { ReadFailure } from '../../ui/ReadFailure.tsx'

interface Props {
  readonly role: Role
  readonly onFollow?: (() => void) | undefined
}

/** The list below the bell. */
export const NoticePanel = ({ role, onFollow }: Props) => {
  const { t } = useTranslation()
  return (
    <>
      <h2 className={classes.title}>
        {t('notices')}
        <Link className={classes.all ?? ''} to={paths.notices()} onClick={onFollow}>
          {t('notices_all')}
        </Link>
      </h2>
      <NoticeList role={role} onFollow={onFollow} />
    </>
  )
}

/** `/notices`: the list as a page. */
export const NoticesPage = () => {
  const { t } = useTranslation()
  const { user } = useSession()
  return (
    <div className={cards.page}>
      <Title order={1} size="h3">
        {t('notices')}
      </Title>
      <div className={classes.sheet}>{user !== null && <NoticeList role={user.usertype} />}</div>
    </div>
  )
}

/** The reader's notices, newest first. What is shown counts as seen; its mark stays until the list is loaded again. */
const NoticeList = ({ role, onFollow }: Props) => {
  const { t } = useTranslation()
  const notices = useInfiniteQuery({ ...noticePages, staleTime: 0 })
  const { data, isError, refetch } = notices
  const rows = data?.pages.flatMap((page) => page.rows)
  const reported = useRef(new Set<string>())
  useEffect(() => whileVisible(() => void markNoticesSeen(unseenIn(data?.pages ?? [], reported.current))), [data])
  return (
    <>
      {rows === undefined && isError && (
        <ReadFailure text={t('notices_failed')} onRetry={() => void refetch()} p="md" />
      )}
      {rows === undefined && !isError && (
        <Stack aria-busy="true" p="md">
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} height={44} />
          ))}
        </Stack>
      )}
      {rows?.length === 0 && (
        <Text c="dimmed" p="md">
          {t('notices_none')}
        </Text>
      )}
      {rows !== undefined && rows.length > 0 && (
        <ul className={classes.rows}>
          {rows.map((notice) => (
            <Row key={notice.id} notice={notice} role={role} onFollow={onFollow} />
          ))}
        </ul>
      )}
      <MoreButton list={notices} failure={t('notices_failed')} variant="subtle" className={classes.more} />
    </>
  )
}

const Row = ({ notice, role, onFollow }: Props & { readonly notice: NoticeView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <li data-unread={!notice.seen || undefined}>
      <Link to={noticePath(notice, role)} onClick={onFollow}>
        <span className={classes.words}>
          {!notice.seen && <VisuallyHidden>{t('notice_unread')} </VisuallyHidden>}
          {noticeWords(format, notice)}
        </span>
        <time dateTime={new Date(notice.at).toISOString()}>{format.date(notice.at, 'date-time')}</time>
      </Link>
    </li>
  )
}
