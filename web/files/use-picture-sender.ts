import { isRefused } from '../platform/api/call-outcome.ts'
import { useSession } from '../platform/api/session.ts'
import { showError } from '../platform/show-message.ts'
import { after, perPerson, requireOwnSession } from '../platform/sending/own-requests.ts'
import { useSenderState } from '../platform/sending/use-sender-state.ts'
import { pictureBox, pictureKey, type PictureUse } from './picture-box.ts'
import { makePictureSender, type PictureSender, type PictureState } from './picture-sender.ts'
import { sendPicture } from './upload-picture.ts'

/** The user id for drivers without a session, before their approval. */
const noUser = ''

const senders = perPerson<PictureSender>((user) =>
  makePictureSender(user, {
    box: pictureBox(),
    send: async ({ address, picture }, onProgress) => {
      if (user !== noUser) requireOwnSession(user)
      return (await sendPicture(address, picture, onProgress)).id
    },
    // it may be the only proof of a delivery: it waits for the next sign-in
    mayHaveHappened: (error) => !isRefused(error),
    refused: showError,
    now: () => Date.now(),
    after,
  }),
)

/** One sender for each person of this page. */
export const pictureSenderOf = senders.of

export const usePictureSender = (): PictureSender => pictureSenderOf(useSession().user?.id ?? noUser)

/** The picture that was chosen for this use; null: there is none, or it was used. */
export const usePictureState = (use: PictureUse): PictureState | null =>
  useSenderState(usePictureSender()).get(pictureKey(use)) ?? null
