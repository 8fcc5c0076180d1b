def heat(θ, κ, ﬁeld, Δt: float = 1e-2, ε_max=1_0.5e-3):
    ρ: float = 0.
    größe: int
    größe, _ = θ.shape
    for t in 0, 1, 2:
        for i in range(1, größe - 1):
            ﬁeld[i] = θ[i] + Δt * κ * (θ[i - 1] - 2. * θ[i] + θ[i + 1])
            ρ = max(ρ, abs(field[i] - θ[i]))
        if ρ < ε_max: return
        θ[:], = field[:],
