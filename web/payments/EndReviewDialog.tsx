import { Button, Group, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import type { ReviewEnd } from '@remis/domain/payments/payment-review'
import type { ReviewView } from '@remis/domain/payments/payments-api'
import { paymentsCalls } from '@remis/domain/payments/payments-routes'
import { useTranslation } from 'react-i18next'
import { endsDialog } from '../platform/api/call-outcome.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { usePress } from '../platform/api/use-press.ts'
import { EditButton } from '../platform/list/demo.tsx'
import { useFormat } from '../platform/use-format.ts'
import { Dialog, DialogFields } from '../ui/dialogs/Dialog.tsx'
import { UnsavedQuestion, useUnsaved } from '../ui/dialogs/unsaved.tsx'
import { useReasonForm } from '../ui/dialogs/use-reason-form.ts'

interface Props {
  readonly review: ReviewView
  readonly onClose: () => void
}

/** Why the wallet cannot be credited with a refund, or who asked for it [design/web-204]. */
const CreditNote = ({ review: { noCredit, creditAskedBy } }: Pick<Props, 'review'>) => {
  const { t } = useTranslation()
  if (noCredit !== null) return <Text size="sm">{t(`review_no_credit_${noCredit}`)}</Text>
  return creditAskedBy === null ? null : <Text size="sm">{t('review_credit_asked', { name: creditAskedBy })}</Text>
}

/** Asks how a review ends and why. Only the ways that the server would accept are offered. */
export const EndReviewDialog = ({ review, onClose }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const move = usePress(paymentsCalls.endReview)
  const idIsAsked = (end: string) => ['accept', 'refund'].includes(end) && (review.reported?.paymentId ?? '') === ''
  const form = useReasonForm({ end: '' as ReviewEnd | '', paymentId: '' }, ({ end, paymentId }) => ({
    paymentId: idIsAsked(end) && paymentId.trim() === '' ? t('payment_id_missing') : null,
  }))
  const needsId = idIsAsked(form.values.end)
  const reload = () => void queryClient.invalidateQueries({ queryKey: ['payments-in-review'] })
  const send = form.onSubmit(({ end, reason, paymentId }) => {
    if (end === '') return
    const body = {
      end,
      reason: reason.trim(),
      ...(needsId ? { paymentId: paymentId.trim() } : {}),
      ...(review.refundId === null ? {} : { refundId: review.refundId }),
    }
    move.mutate(
      { params: { id: review.id }, body },
      {
        onSuccess: onClose,
        onError: (error) => !needsId && endsDialog(error) && onClose(),
        onSettled: reload,
      },
    )
  })
  const { asking, close, leave, keep } = useUnsaved({ dirty: form.isDirty(), busy: move.isPending }, onClose)
  const { amount, reported } = review
  const amounts = {
    accept: amount,
    refund: reported?.amount ?? amount,
    close: 0,
    made: amount,
    credit: amount,
    settled: amount,
    won: 0,
    lost: 0,
  }
  return (
    <Dialog title={t('review_title')} closeLabel={t('close')} busy={move.isPending} onClose={close}>
      <Stack gap="md">
        <Text>{t(`review_lead_${review.reason}`)}</Text>
        {review.refusal !== null && <Text size="sm">{t('review_refusal', { code: review.refusal })}</Text>}
        <CreditNote review={review} />
        <DialogFields busy={move.isPending}>
          <Radio.Group {...form.getInputProps('end')} label={t('review_end')} required>
            <Stack gap={4} mt="sm">
              {review.ends.map((way) => (
                <Radio
                  key={way}
                  value={way}
                  size="md"
                  py={10}
                  label={t(`review_end_${way}`, { amount: format.money(amounts[way]) })}
                  description={t(`review_end_${way}_hint`)}
                />
              ))}
            </Stack>
          </Radio.Group>
          {needsId && (
            <TextInput
              label={t('review_gateway_id')}
              description={t('review_gateway_id_hint')}
              required
              maxLength={200}
              {...form.getInputProps('paymentId')}
            />
          )}
          <Textarea label={t('office_reason')} required maxLength={300} rows={2} {...form.getInputProps('reason')} />
        </DialogFields>
        {asking ? (
          <UnsavedQuestion onKeep={keep} onDiscard={leave} />
        ) : (
          <Group justify="flex-end" gap="sm">
            <Button variant="default" size="md" disabled={move.isPending} onClick={close}>
              {t('cancel_keep')}
            </Button>
            <EditButton size="md" disabled={form.values.end === ''} loading={move.isPending} onClick={() => send()}>
              {t('review_decide')}
            </EditButton>
          </Group>
        )}
      </Stack>
    </Dialog>
  )
}
