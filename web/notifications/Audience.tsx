import { Text } from '@mantine/core'
import { notificationsCalls, type deviceTypes, type sendingUsers } from '@remis/domain/push/notifications-routes'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/call.ts'
import { useFormat } from '../platform/use-format.ts'

interface Props {
  /** id of a stored notification: devices that have had it are not counted */
  readonly of: string | undefined
  readonly usertype: (typeof sendingUsers)[number] | undefined
  readonly devicetype: (typeof deviceTypes)[number] | undefined
}

/** How many devices a sending would reach now [design/push-22]. */
export const Audience = ({ of, usertype = 'rider', devicetype = 'All' }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const query = { usertype, devicetype, ...(of === undefined ? {} : { notification: of }) }
  const { data, isError } = useQuery({
    queryKey: ['notification-audience', query],
    queryFn: () => call(notificationsCalls.audience, { query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (data === undefined && isError) return null
  const count = data === undefined ? '…' : format.number(data.devices)
  return (
    <Text aria-live="polite">
      {data?.devices === 0 ? t('notification_audience_none') : t('notification_audience', { devices: count })}
    </Text>
  )
}
