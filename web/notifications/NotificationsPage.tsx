import { NativeSelect, Text } from '@mantine/core'
import { checkNotification, notificationMost } from '@remis/domain/push/notification-checks'
import type { NotificationView } from '@remis/domain/push/notifications-api'
import {
  deviceTypes,
  notificationsCalls,
  notificationSorts,
  notificationUsers,
  sendingUsers,
} from '@remis/domain/push/notifications-routes'
import { IconCheck, IconClock, IconPencil } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/call.ts'
import { newKey, queryClient } from '../platform/api/plain-call.ts'
import { useDemo } from '../platform/list/demo.tsx'
import { EditableList } from '../platform/list/EditableList.tsx'
import type { EditableColumn } from '../platform/list/editing/editable-list-props.ts'
import { storedRow } from '../platform/list/editing/late-edit.ts'
import { useList } from '../platform/list/use-list.ts'
import { showError } from '../platform/show-message.ts'
import { useFormat, type Format } from '../platform/use-format.ts'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import type { FormField } from '../ui/form/form-fields.ts'
import { StateChip } from '../ui/parts/StateChip.tsx'
import { Audience } from './Audience.tsx'

const states = ['draft', 'sending', 'sent'] as const
const notificationList = {
  key: ['notifications'],
  endpoint: notificationsCalls.listAll,
  file: notificationsCalls.export,
  sorts: notificationSorts,
  usual: { sort: 'createdAt', desc: true },
  filters: { state: states },
} as const

const looks = {
  draft: { tone: 'quiet', icon: IconPencil },
  sending: { tone: 'wait', icon: IconClock },
  sent: { tone: 'good', icon: IconCheck },
} as const

/** Names of products are the same in every language. */
const deviceName = (t: TFunction, type: (typeof deviceTypes)[number]): string =>
  ({ All: t('notification_device_all'), ANDROID: 'Android', IOS: 'iOS' })[type]

const columnsOf = (t: TFunction, format: Format): EditableColumn<NotificationView>[] => {
  const progress = ({ state, sent, failed, matched }: NotificationView) =>
    state === 'sending'
      ? ` ${t('notification_progress', { done: format.number(sent + failed), all: format.number(matched) })}`
      : ''
  const time = (at: number | null) => (at === null ? '–' : format.date(at, 'date-time'))
  const count = (id: 'matched' | 'sent' | 'delivered' | 'failed') =>
    ({ id, kind: 'number', header: t(`notification_${id}`) }) as const
  return [
    { id: 'title', kind: 'text', header: t('notification_title') },
    { id: 'body', kind: 'text', header: t('notification_body'), wide: true },
    {
      id: 'usertype',
      header: t('notification_users'),
      cell: ({ usertype }) => t(`notification_users_${usertype}`),
    },
    { id: 'devicetype', header: t('notification_devices'), cell: (row) => deviceName(t, row.devicetype) },
    {
      id: 'state',
      header: t('notification_state'),
      cell: (row) => <StateChip {...looks[row.state]} label={t(`notification_state_${row.state}`) + progress(row)} />,
    },
    count('matched'),
    count('sent'),
    count('delivered'),
    count('failed'),
    {
      id: 'sentTo',
      header: t('notification_sent_to'),
      quiet: true,
      cell: ({ sentTo }) => (sentTo === null ? '–' : t(`notification_users_${sentTo}`)),
    },
    { id: 'sentAt', header: t('notification_sent_at'), quiet: true, cell: (row) => time(row.sentAt) },
    { id: 'createdAt', kind: 'time', header: t('notification_created'), quiet: true },
  ]
}

const fieldsOf = (t: TFunction): FormField<NotificationView>[] => [
  { name: 'title', kind: 'text', label: t('notification_title'), required: true, most: notificationMost.title },
  { name: 'body', kind: 'lines', label: t('notification_body'), required: true, most: notificationMost.body },
  {
    name: 'usertype',
    kind: 'select',
    label: t('notification_users'),
    choices: notificationUsers.map((value) => ({ value, label: t(`notification_users_${value}`) })),
  },
  {
    name: 'devicetype',
    kind: 'select',
    label: t('notification_devices'),
    hint: t('notification_devices_hint'),
    choices: deviceTypes.map((value) => ({ value, label: deviceName(t, value) })),
  },
]

/** How often the counts are read again during a sending, ms. */
const again = 2000

/** `/notifications`: messages of the office to riders and drivers, with send, add, update and delete [notices-6]. */
export const NotificationsPage = () => {
  const { t } = useTranslation()
  const demo = useDemo()
  const list = useList(notificationList)
  const [sending, setSending] = useState<NotificationView | null>(null)
  const moving = list.rows?.some(({ state }) => state === 'sending') === true
  useEffect(() => {
    if (!moving) return
    const timer = setInterval(() => void queryClient.invalidateQueries({ queryKey: notificationList.key }), again)
    return () => clearInterval(timer)
  }, [moving])
  return (
    <>
      <EditableList
        name="notifications"
        list={list}
        title={t('title_notifications')}
        searchLabel={t('notifications_search')}
        addLabel={t('notifications_add')}
        empty={{ title: t('notices_none'), hint: t('notifications_none_hint') }}
        columns={columnsOf(t, useFormat())}
        fields={fieldsOf(t)}
        filters={[
          {
            name: 'state',
            label: t('notification_state'),
            all: t('notification_device_all'),
            choices: states.map((id) => ({ id, label: t(`notification_state_${id}`) })),
          },
        ]}
        actionsOnHover
        nameOf={(row) => row.title}
        newEntry={{ usertype: 'rider', devicetype: 'All' }}
        check={checkNotification}
        faultText={(field) => t(field === 'body' ? 'notification_wrong_body' : 'notification_wrong_title')}
        create={(body, press) => call(notificationsCalls.create, { body }, press)}
        update={(id, body, version, press) =>
          call(notificationsCalls.update, { params: { id }, body: { ...body, version } }, press)
        }
        remove={(id, press) => call(notificationsCalls.remove, { params: { id } }, press)}
        removeLead={t('notifications_delete_lead')}
        more={(row) =>
          row.state === 'sending'
            ? []
            : [
                {
                  id: 'send',
                  label: t('notification_send'),
                  name: ({ title }) => t('notification_send_one', { name: title }),
                  run: setSending,
                },
              ]
        }
        preview={(_entry, row, typed) => (
          <Audience
            of={row?.id}
            usertype={typed.usertype ?? row?.usertype}
            devicetype={typed.devicetype ?? row?.devicetype}
          />
        )}
        demo={demo ? {} : undefined}
      />
      {sending !== null && <SendDialog key={sending.id} row={sending} onClose={() => setSending(null)} />}
    </>
  )
}

/** Asks for the audience and confirms, since a sending cannot be undone. All is for sending only [notices-5]. */
const SendDialog = (props: { readonly row: NotificationView; readonly onClose: () => void }) => {
  const { onClose } = props
  const { t } = useTranslation()
  // What is shown is what is sent: where another admin has changed it meanwhile, the new version is shown first.
  const [row, setRow] = useState(props.row)
  const [usertype, setUsertype] = useState<(typeof sendingUsers)[number]>(row.usertype)
  const [busy, setBusy] = useState(false)
  // one key for all presses, so that a retry sends nothing twice
  const [key] = useState(newKey)
  const send = async () => {
    setBusy(true)
    try {
      const body = { usertype, version: row.version }
      await call(
        notificationsCalls.send,
        { params: { id: row.id }, body },
        { key: `${key}-${usertype}-${row.version}` },
      )
      onClose()
    } catch (error) {
      const stored = storedRow<NotificationView>(error)
      if (stored === undefined) showError(error)
      else setRow(stored)
    }
    setBusy(false)
    await queryClient.invalidateQueries({ queryKey: notificationList.key })
  }
  return (
    <ConfirmDialog
      title={t('notification_send_title', { name: row.title })}
      lead={t('notification_send_lead')}
      more={
        <>
          {row.version !== props.row.version && <Text role="alert">{t('notification_changed')}</Text>}
          <Text dir="auto">{row.body}</Text>
          <NativeSelect
            size="md"
            label={t('notification_send_to')}
            value={usertype}
            onChange={({ currentTarget }) => setUsertype(currentTarget.value as typeof usertype)}
            data={[row.usertype, ...sendingUsers.filter((one) => one !== row.usertype)].map((value) => ({
              value,
              label: t(`notification_users_${value}`),
            }))}
          />
          <Audience of={row.id} usertype={usertype} devicetype={row.devicetype} />
        </>
      }
      confirm={t('notification_send')}
      keep={t('cancel')}
      harmless
      busy={busy}
      onConfirm={() => void send()}
      onClose={onClose}
    />
  )
}
