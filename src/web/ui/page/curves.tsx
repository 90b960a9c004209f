const BASE = 194;
const STRENGTHS = [0.16, 0.2, 0.36, 0.2, 0.16];

/** A decorative fan of growth curves. */
export function Curves({ className }: { className: string }) {
  return (
    <svg className={className} viewBox="0 0 620 180" preserveAspectRatio="none" data-only="screen" aria-hidden>
      {STRENGTHS.map((opacity, index) => {
        const rise = 75 + index * 29;
        const end = BASE - rise;
        return (
          <path
            key={rise}
            d={`M0 ${BASE} C 150 ${BASE - rise * 0.62} 330 ${BASE - rise * 0.88} 620 ${end}`}
            fill="none"
            stroke="var(--mantine-color-laguna-3)"
            strokeOpacity={opacity}
            strokeWidth={index === 2 ? 2.2 : 1.4}
            vectorEffect="non-scaling-stroke"
          />
        );
      })}
    </svg>
  );
}
