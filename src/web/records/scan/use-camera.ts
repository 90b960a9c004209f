import { type RefObject, useEffect, useState } from 'react';

type CameraState = 'starting' | 'on' | 'refused' | 'missing' | 'insecure';

const stopStream = (stream: MediaStream | undefined) => {
  for (const track of stream?.getTracks() ?? []) track.stop();
};

const isRefusal = (error: unknown) => error instanceof DOMException && error.name === 'NotAllowedError';

/** Shows the camera in a video until the component is removed. */
export function useCamera(video: RefObject<HTMLVideoElement | null>): CameraState {
  const [state, setState] = useState<CameraState>('starting');
  useEffect(() => {
    let stream: MediaStream | undefined;
    let stopped = false;
    const change = (next: CameraState) => {
      if (!stopped) setState(next);
    };
    const start = async () => {
      if (!window.isSecureContext) return change('insecure');
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false });
        const { current } = video;
        // The sheet may have been closed while the browser asked for permission.
        if (stopped || !current) return stopStream(stream);
        for (const track of stream.getTracks()) track.addEventListener('ended', () => change('missing'));
        current.srcObject = stream;
        await current.play();
        change('on');
      } catch (error) {
        stopStream(stream);
        change(isRefusal(error) ? 'refused' : 'missing');
      }
    };
    void start();
    return () => {
      stopped = true;
      stopStream(stream);
    };
  }, [video]);
  return state;
}
