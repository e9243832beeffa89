import { Stack, Text } from '@mantine/core'
import type { MailView } from '@remis/domain/mail/mail-api'
import { channels, mailCalls, mailSorts, mailStates } from '@remis/domain/mail/mail-routes'
import { mailTemplates, type TemplateName } from '@remis/domain/mail/mail-templates'
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { call } from '../platform/api/call.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { useDemoActions } from '../platform/list/demo.tsx'
import { useList } from '../platform/list/use-list.ts'
import { keyOf, showError } from '../platform/show-message.ts'
import { useFormat, type Format } from '../platform/use-format.ts'
import { ReadFailure } from '../ui/ReadFailure.tsx'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { StateChip } from '../ui/parts/StateChip.tsx'
import type { TableColumn } from '../ui/table/list-state.ts'
import { ListPage } from '../ui/table/ListPage.tsx'
import { ProviderNotes } from './ProviderNotes.tsx'
import classes from './mail.module.css'

const mailList = {
  key: ['mails'],
  endpoint: mailCalls.list,
  sorts: mailSorts,
  usual: { sort: 'createdAt', desc: true },
  filters: { state: mailStates, channel: channels },
} as const

/** A row of an older version may name a template that is gone. */
const nameOf = (t: TFunction, template: string): string =>
  Object.hasOwn(mailTemplates, template) ? t(`mails_template_${template as TemplateName}`) : template

const toOf = (t: TFunction, { to }: MailView): string => (to === '' ? t('mails_hidden') : to)

const looks = {
  waiting: { tone: 'wait', icon: IconClock },
  sent: { tone: 'good', icon: IconCheck },
  failed: { tone: 'bad', icon: IconAlertTriangle },
} as const

const columnsOf = (t: TFunction, format: Format): TableColumn<MailView>[] => {
  const time = (at: number | null) => (at === null ? '–' : format.date(at, 'date-time'))
  return [
    { id: 'to', header: t('mails_to'), cell: (row) => <bdi dir="ltr">{toOf(t, row)}</bdi> },
    { id: 'template', header: t('mails_template'), cell: (row) => nameOf(t, row.template) },
    {
      id: 'state',
      header: t('mails_state'),
      cell: ({ state, failure }) => (
        <span className={classes.state}>
          <StateChip {...looks[state]} label={t(`mails_state_${state}`)} />
          {failure !== null && <small>{t(`mails_failure_${failure}`)}</small>}
        </span>
      ),
    },
    { id: 'createdAt', header: t('mails_created'), sortable: true, cell: (row) => time(row.createdAt) },
    { id: 'sentAt', header: t('mails_sent_at'), cell: (row) => time(row.sentAt) },
    { id: 'nextTryAt', header: t('mails_next'), quiet: true, cell: (row) => time(row.nextTryAt) },
    { id: 'tries', header: t('mails_tries'), quiet: true, numeric: true, cell: (row) => format.number(row.tries) },
    { id: 'channel', header: t('mails_channel'), quiet: true, cell: (row) => t(`mails_channel_${row.channel}`) },
  ]
}

/** `/mails`: the queue of mails and SMS for the office [design/mail-40]. */
export const MailsPage = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const list = useList(mailList)
  const columns = useMemo(() => columnsOf(t, format), [t, format])
  const [open, setOpen] = useState<MailView | null>(null)
  const switched = useDemoActions()
  const sendAgain = async ({ id }: MailView) => {
    try {
      await call(mailCalls.sendAgain, { params: { id } })
    } catch (error) {
      showError(error)
    }
    await queryClient.invalidateQueries({ queryKey: mailList.key })
  }
  return (
    <>
      <div className={classes.top}>
        <ProviderNotes />
        <Link className={classes.link} to={paths.mailProviders()}>
          {t('mailers_title')}
        </Link>
      </div>
      <ListPage
        name="mails"
        title={t('mails')}
        searchLabel={t('mails_search')}
        list={list}
        columns={columns}
        filters={[
          {
            name: 'state',
            label: t('mails_state'),
            all: t('mails_all_states'),
            choices: mailStates.map((id) => ({ id, label: t(`mails_state_${id}`) })),
          },
          {
            name: 'channel',
            label: t('mails_channel'),
            all: t('mails_all_channels'),
            choices: channels.map((id) => ({ id, label: t(`mails_channel_${id}`) })),
          },
        ]}
        rowId={(row) => row.id}
        rowLabel={(row) => t('mails_open', { template: nameOf(t, row.template), to: toOf(t, row) })}
        onOpen={setOpen}
        rowActions={(row) =>
          switched(
            row.again
              ? [
                  {
                    id: 'again',
                    label: t('mails_again'),
                    name: () => `${t('mails_again')} ${toOf(t, row)}`,
                    run: (failed) => void sendAgain(failed),
                  },
                ]
              : [],
          )
        }
        empty={
          <>
            <Text fw={600}>{t('mails_none')}</Text>
            <Text>{t('mails_none_hint')}</Text>
          </>
        }
      />
      {open !== null && <MailDialog mail={open} onClose={() => setOpen(null)} />}
    </>
  )
}

const MailDialog = ({ mail, onClose }: { readonly mail: MailView; readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['mail', mail.id],
    queryFn: () => call(mailCalls.read, { params: { id: mail.id } }),
  })
  const content = data?.content
  return (
    <Dialog title={nameOf(t, mail.template)} closeLabel={t('close')} onClose={onClose}>
      <Stack gap="sm" aria-busy={data === undefined && error === null}>
        <Text>
          {t('mails_to')} <bdi dir="ltr">{toOf(t, mail)}</bdi>
        </Text>
        {mail.detail !== '' && (
          <Text c="dimmed">
            {t('mails_detail')}: <bdi dir="ltr">{mail.detail}</bdi>
          </Text>
        )}
        {data === undefined && error !== null && <ReadFailure text={t(keyOf(error))} onRetry={() => void refetch()} />}
        {content === null && <Text>{t('mails_secret')}</Text>}
        {content && (
          <div className={classes.text} dir="auto">
            {content.subject !== '' && <b>{content.subject}</b>}
            <pre>{content.text}</pre>
          </div>
        )}
      </Stack>
    </Dialog>
  )
}
